package dev.carril.engine.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MailboxTest {
  private static final int SENDERS = 4;
  private static final int EACH = 50_000;

  private static final class Numbered extends Letter {
    final int sender;
    final int number;

    Numbered(int sender, int number) {
      this.sender = sender;
      this.number = number;
    }
  }

  /// An owner that sleeps whenever there is nothing must be woken each time: a letter that woke
  /// nobody would leave this test hanging.
  @Test
  void no_letter_is_lost_or_leaves_its_owner_asleep() throws InterruptedException {
    var mailbox = new Mailbox();
    var senders = new ArrayList<Thread>();
    int[] next = new int[SENDERS];
    var owner =
        Thread.ofVirtual()
            .start(() -> {
              mailbox.ownedByMe();
              for (int left = SENDERS * EACH; left > 0; ) {
                Letter oldest = mailbox.takeAll();
                if (oldest == null) {
                  mailbox.await(Long.MAX_VALUE);
                }
                for (Letter letter = oldest; letter != null; letter = letter.next) {
                  var numbered = (Numbered) letter;
                  assertEquals(next[numbered.sender]++, numbered.number);
                  left--;
                }
              }
            });
    for (int sender = 0; sender < SENDERS; sender++) {
      int own = sender;
      Runnable work =
          () -> {
            for (int number = 0; number < EACH; number++) {
              mailbox.post(new Numbered(own, number));
              if (number % 64 == 0) {
                Thread.yield();
              }
            }
          };
      senders.add(
          sender % 2 == 0 ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work));
    }
    for (Thread sender : senders) {
      sender.join();
    }
    owner.join();
    for (int handled : next) {
      assertEquals(EACH, handled);
    }
    assertTrue(mailbox.isEmpty());
  }

  @Test
  void an_owner_that_waits_is_woken_by_time_too() {
    var mailbox = new Mailbox();
    mailbox.ownedByMe();
    long from = System.nanoTime();
    mailbox.await(TimeUnit.MILLISECONDS.toNanos(5));
    mailbox.await(0);
    mailbox.await(-1);
    assertTrue(System.nanoTime() - from < TimeUnit.SECONDS.toNanos(20));
    assertNull(mailbox.takeAll());
    mailbox.post(new Numbered(0, 0));
    assertFalse(mailbox.isEmpty());
    // With a letter there it does not sleep at all.
    mailbox.await(Long.MAX_VALUE);
  }

  /// It has looked and found nothing to do, and is woken before it sleeps: by then there may be
  /// something.
  @Test
  void who_is_woken_before_it_sleeps_looks_again_and_then_sleeps() {
    var mailbox = new Mailbox();
    mailbox.ownedByMe();
    mailbox.wake();
    mailbox.wake();
    mailbox.await(Long.MAX_VALUE);
    long from = System.nanoTime();
    mailbox.await(TimeUnit.MILLISECONDS.toNanos(20));
    assertTrue(System.nanoTime() - from >= TimeUnit.MILLISECONDS.toNanos(15));
  }
}
