package dev.carril.server.sandboxes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.server.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever asks for more than its share is slowed while others want the processors, and told so.
@Timeout(60)
class ShareTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private static Share.Terms terms(boolean othersWait) {
    return new Share.Terms(SECOND / 4, SECOND, SECOND / 5, () -> othersWait);
  }

  @Test
  void a_second_at_once_is_its_share_and_more_is_not_until_time_has_gone_by() {
    var share = new Share(terms(true));
    long now = -5 * SECOND;

    share.had(SECOND, now);
    assertFalse(share.isSpent(now));
    share.had(SECOND, now);
    assertTrue(share.isSpent(now));
    assertTrue(share.isSpent(now + 3 * SECOND));
    assertFalse(share.isSpent(now + 4 * SECOND));
  }

  @Test
  void nothing_is_saved_up() {
    var share = new Share(terms(true));
    share.had(0, 0);
    share.had(2 * SECOND, 3_600 * SECOND);
    assertTrue(share.isSpent(3_600 * SECOND));
  }

  @Test
  void who_computes_much_is_slowed_and_told_while_others_wait() throws Exception {
    assertTrue(slowed(true) >= 200);
  }

  @Test
  void who_is_alone_is_never_slowed() throws Exception {
    assertEquals(0, slowed(false));
  }

  // What the second of two long commands is told.
  private long slowed(boolean othersWait) throws Exception {
    try (Store store = Store.open(folder, InstantSource.system(), _ -> {});
        var all =
            new Sandboxes(
                store,
                new Bounds(10, 1L << 30, 1L << 20, Duration.ofMinutes(1)),
                Witness.NONE,
                // Whoever had anything has had too much.
                _ -> new Share.Terms(1, 0, SECOND / 5, () -> othersWait));
        Loan loan = all.lend(all.create())) {
      run(loan, "a", "create topic orders partitions 1");
      return run(loan, "b", "topics");
    }
  }

  private static long run(Loan loan, String id, String line) throws Exception {
    var ended = new CompletableFuture<Outcome>();
    loan.sandbox().run(id, line, ended::complete);
    return assertInstanceOf(Outcome.Answered.class, ended.get(30, TimeUnit.SECONDS)).slowedMillis();
  }
}
