package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import org.junit.jupiter.api.Test;

class RingTest {
  private static final int SESSIONS = 20_000;

  @Test
  void each_worker_gets_about_its_share() {
    for (int workers : new int[] {1, 2, 3, 4, 8, 16}) {
      Ring ring = Ring.of(workers);
      int[] shares = new int[workers];
      for (int session = 0; session < SESSIONS; session++) {
        shares[ring.workerOf(hash(session))]++;
      }
      int fair = SESSIONS / workers;
      for (int share : shares) {
        assertTrue(share > fair * 0.7 && share < fair * 1.3, share + " of " + fair);
      }
    }
  }

  @Test
  void one_worker_more_moves_its_share_and_nothing_else() {
    for (int workers = 1; workers < 12; workers++) {
      Ring before = Ring.of(workers);
      Ring after = Ring.of(workers + 1);
      int moved = 0;
      for (int session = 0; session < SESSIONS; session++) {
        int from = before.workerOf(hash(session));
        int to = after.workerOf(hash(session));
        if (from != to) {
          assertEquals(workers, to);
          moved++;
        }
      }
      double share = (double) moved / SESSIONS;
      assertEquals(1.0 / (workers + 1), share, 0.4 / (workers + 1));
    }
  }

  @Test
  void a_session_with_a_live_lane_keeps_its_worker() {
    var cluster = new Cluster(1);
    Member member = cluster.member("one", Rules.STANDARD, 1, true);
    member.assignAll();
    Partition partition = cluster.partitions().getFirst();
    for (int session = 0; session < 100; session++) {
      cluster.append(partition, "s" + session);
    }
    member.pollAll();
    member.settle();
    member.growTo(4);
    member.intake.workers(4);
    for (int session = 0; session < 100; session++) {
      cluster.append(partition, "s" + session);
    }
    member.pollAll();
    member.settle();
    assertEquals(100, member.workers.get(0).dispatch.lanes());

    // Once its lane has gone, a session is dealt anew.
    for (int round = 0; round < 2; round++) {
      java.util.List.copyOf(member.workers.get(0).handlings).forEach(Member.Handling::done);
      member.settle();
    }
    member.pass(Rules.STANDARD.times().idleNanos());
    member.settle();
    assertEquals(0, member.workers.get(0).dispatch.lanes());
    for (int session = 0; session < 100; session++) {
      cluster.append(partition, "s" + session);
    }
    member.pollAll();
    member.settle();
    for (Member.Worker worker : member.workers) {
      assertTrue(worker.dispatch.lanes() > 5);
    }
  }

  @Test
  void a_ring_without_workers_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> Ring.of(0));
  }

  private static long hash(int session) {
    return Session.of("orders", "session-" + session).hash();
  }
}
