package dev.carril.engine.core;

import dev.carril.engine.check.Laws;
import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A log and the group that reads it, as small as a test can have it: partitions with holes, what
/// the group committed, and who owns what.
final class Cluster {
  final Laws laws = new Laws();
  final OrderChecker checker = new OrderChecker();
  final Map<Partition, TreeMap<Long, String>> log = new LinkedHashMap<>();
  final Map<Partition, Long> ends = new LinkedHashMap<>();
  final Map<Partition, Long> committed = new LinkedHashMap<>();
  final Map<Partition, String> metadata = new LinkedHashMap<>();
  final List<Member> members = new ArrayList<>();
  long nowNanos;

  /// Handler calls that began, over all members: for what no listener sees.
  long handled;

  Cluster(int partitions) {
    for (int number = 0; number < partitions; number++) {
      var partition = new Partition("orders", number);
      log.put(partition, new TreeMap<>());
      ends.put(partition, 0L);
    }
  }

  List<Partition> partitions() {
    return List.copyOf(log.keySet());
  }

  long append(Partition partition, String session) {
    long offset = ends.merge(partition, 1L, Long::sum) - 1;
    log.get(partition).put(offset, session);
    checker.appended(partition, offset);
    return offset;
  }

  /// An offset that nobody will ever read.
  void hole(Partition partition) {
    ends.merge(partition, 1L, Long::sum);
  }

  Member member(String name, Rules rules, int workers, boolean listening) {
    return member(name, rules, workers, listening, Permits.UNLIMITED);
  }

  Member member(String name, Rules rules, int workers, boolean listening, Permits permits) {
    var member = new Member(this, name, rules, workers, listening, permits);
    members.add(member);
    return member;
  }

  Session session(String key) {
    return Session.of("orders", key);
  }
}
