package dev.carril.engine.source;

import java.util.Collection;
import java.util.Map;

/// Is told which partitions come and go. The source calls it on the thread that polls, from inside
/// `poll` or `close`, and goes on only when it returns.
public interface Ownership {
  /// These are ours from now on, beside those that are already.
  void assigned(Map<Partition, Saved> partitions);

  /// These go as planned. Whoever gets them waits until this returns, so it may finish and commit.
  void revoked(Collection<Partition> partitions);

  /// These were taken; somebody else may have them already, so nothing may be committed.
  void lost(Collection<Partition> partitions);
}
