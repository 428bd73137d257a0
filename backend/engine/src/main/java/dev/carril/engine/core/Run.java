package dev.carril.engine.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Records of one session that its lane handles in one go.
///
/// The worker fills it and hands it out; until it comes back it belongs to whoever runs it, who
/// notes how far it got. A lane has one, and uses it again and again.
public final class Run {
  final Lane lane;
  Held[] records = new Held[1];
  private boolean[] repeated = new boolean[1];
  int count;
  private int done;
  private boolean failed;
  private boolean terminal;
  private @Nullable Throwable failure;

  // The worker's, while it is out: something was said about one of its records, or no more may be
  // started. Where nothing was said, nobody looks at the records one by one when they come back:
  // each would have to be fetched from the memory of another processor.
  boolean marked;
  boolean recalled;

  Run(Lane lane) {
    this.lane = lane;
  }

  public Lane lane() {
    return lane;
  }

  public int count() {
    return count;
  }

  public Held held(int at) {
    return records[at];
  }

  /// The handler call of the next record ended well.
  public void done() {
    repeated[done++] = false;
  }

  /// The next record was handled before, and the handler was not called.
  public void repeated() {
    repeated[done++] = true;
  }

  /// The handler call of the next record ended badly. Nothing after it may be started.
  ///
  /// @param terminal another attempt would not mend it
  public void failed(Throwable why, boolean terminal) {
    this.failed = true;
    this.failure = why;
    this.terminal = terminal;
  }

  /// Records of it that have ended well.
  public int ended() {
    return done;
  }

  void add(Held held) {
    if (count == records.length) {
      records = Arrays.copyOf(records, 2 * count);
      repeated = Arrays.copyOf(repeated, 2 * count);
    }
    records[count++] = held;
  }

  void clear() {
    Arrays.fill(records, 0, count, null);
    count = 0;
    done = 0;
    failed = false;
    terminal = false;
    failure = null;
    marked = false;
    recalled = false;
  }

  boolean wasRepeated(int at) {
    return repeated[at];
  }

  boolean hasFailed() {
    return failed;
  }

  boolean isTerminal() {
    return terminal;
  }

  @Nullable Throwable failure() {
    return failure;
  }
}
