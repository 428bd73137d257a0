package dev.carril.engine.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Lets Lincheck look for an order of steps in which the lock-free parts do what no order of whole
/// calls would do.
class LockFreeTest {
  private static void look(int scenarios, Class<?> meant, Class<?> subject) {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(scenarios)
        .invocationsPerIteration(1_000)
        .sequentialSpecification(meant)
        .check(subject);
    new StressOptions()
        .threads(3)
        .actorsPerThread(3)
        .iterations(scenarios)
        .invocationsPerIteration(1_000)
        .sequentialSpecification(meant)
        .check(subject);
  }

  @Test
  @Tag("long")
  void letters_are_taken_once_and_in_the_order_in_which_they_were_posted() {
    look(3, Queue.class, Post.class);
  }

  @Test
  @Tag("long")
  void what_a_recall_tells_was_started_and_no_more_is() {
    look(3, Counted.class, Recalled.class);
  }

  @Test
  @Tag("long")
  void no_more_permits_are_out_than_there_are() {
    look(3, Left.class, Permitted.class);
  }

  @Test
  @Tag("soak")
  void all_of_them_hold_in_many_more_scenarios() {
    look(100, Queue.class, Post.class);
    look(100, Counted.class, Recalled.class);
    look(100, Left.class, Permitted.class);
  }

  /// A mailbox: any thread posts, one takes.
  @Param(name = "number", gen = IntGen.class, conf = "1:9")
  public static class Post {
    private final Mailbox mailbox = new Mailbox();

    private static final class Numbered extends Letter {
      final int number;

      Numbered(int number) {
        this.number = number;
      }
    }

    @Operation
    public void post(int number) {
      mailbox.post(new Numbered(number));
    }

    @Operation(nonParallelGroup = "owner")
    public String takeAll() {
      var taken = new StringBuilder();
      Letter.each(
          mailbox.takeAll(), letter -> taken.append(((Numbered) letter).number).append(' '));
      return taken.toString();
    }
  }

  /// What a mailbox is meant to be.
  public static class Queue {
    private final Deque<Integer> letters = new ArrayDeque<>();

    public void post(int number) {
      letters.add(number);
    }

    public String takeAll() {
      var taken = new StringBuilder();
      letters.forEach(number -> taken.append(number).append(' '));
      letters.clear();
      return taken.toString();
    }
  }

  /// A lane that starts records, and others that recall them.
  public static class Recalled {
    private final Starts starts = new Starts();

    @Operation(nonParallelGroup = "lane")
    public boolean next() {
      return starts.next();
    }

    @Operation
    public int recall() {
      return starts.recall();
    }
  }

  /// What that is meant to be.
  public static class Counted {
    private int started;
    private boolean recalled;

    public boolean next() {
      if (!recalled) {
        started++;
      }
      return !recalled;
    }

    public int recall() {
      recalled = true;
      return started;
    }
  }

  /// Two permits for all.
  public static class Permitted {
    private final SharedPermits permits = new SharedPermits(2);

    @Operation
    public boolean take() {
      return permits.take();
    }

    @Operation
    public void give() {
      permits.give();
    }
  }

  /// What they are meant to be.
  public static class Left {
    private int left = 2;

    public boolean take() {
      if (left == 0) {
        return false;
      }
      left--;
      return true;
    }

    public void give() {
      left++;
    }
  }
}
