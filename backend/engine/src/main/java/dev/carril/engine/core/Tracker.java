package dev.carril.engine.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which of the offsets that were delivered in one epoch have ended, and so what is safe to commit.
///
/// It knows delivered offsets only. The successor of an offset is the next delivered one, so holes
/// that compaction, transactions and retention leave in the log never hold anything back.
///
/// Deliveries are numbered; a number's place in the two arrays is itself modulo their length. What
/// lies before `head` has ended, so the arrays hold no more than what is open or done ahead.
final class Tracker {
  private static final int LEAST = 16;

  private long[] offsets = new long[LEAST];
  private @Nullable Held[] open = new Held[LEAST];
  private long head;
  private long tail;
  private int ahead;
  private int peak;
  private long position;
  private long version;
  private long headSinceNanos;

  /// @param position where the log goes on, or -1 where nothing was saved
  Tracker(long position) {
    this.position = position;
  }

  /// Does this offset come after all that were delivered? If not, the log was set back.
  boolean follows(long offset) {
    return tail == head ? tail == 0 || offset >= position : offset > offsets[at(tail - 1)];
  }

  /// Takes in a delivery and gives it its number. Null is a record that has ended already.
  long deliver(long offset, @Nullable Held held, long nowNanos) {
    int size = (int) (tail - head);
    if (size == offsets.length) {
      resize(size * 2);
    }
    peak = Math.max(peak, size + 1);
    long slot = tail++;
    offsets[at(slot)] = offset;
    open[at(slot)] = held;
    if (slot == head) {
      headSinceNanos = nowNanos;
    }
    if (held == null) {
      ahead++;
      version++;
      advance(nowNanos);
    }
    return slot;
  }

  /// Ends a delivery.
  ///
  /// @return false if it had ended before
  boolean end(long slot, long nowNanos) {
    if (slot < head || open[at(slot)] == null) {
      return false;
    }
    open[at(slot)] = null;
    ahead++;
    version++;
    if (slot == head) {
      advance(nowNanos);
    }
    return true;
  }

  private void advance(long nowNanos) {
    while (head < tail && open[at(head)] == null) {
      position = offsets[at(head)] + 1;
      head++;
      ahead--;
      headSinceNanos = nowNanos;
    }
    if (head == tail) {
      shrink();
    }
  }

  /// The lowest delivered offset that has not ended; where all have, the one after the last.
  ///
  /// @return -1 if nothing was saved and nothing was delivered
  long commitPoint() {
    return head == tail ? position : offsets[at(head)];
  }

  /// Changes whenever what should be committed does.
  long version() {
    return version;
  }

  /// Offsets that have ended beyond one that has not.
  int ahead() {
    return ahead;
  }

  /// Offsets that have not ended.
  int unended() {
    return (int) (tail - head) - ahead;
  }

  /// What holds the commit point back, or null if nothing is open.
  @Nullable Held blocker() {
    return head == tail ? null : open[at(head)];
  }

  /// Since when.
  long headSinceNanos() {
    return headSinceNanos;
  }

  /// The open records that have one that ended behind them, the lowest first.
  List<Held> blocked(int most) {
    var blocked = new ArrayList<Held>();
    int left = ahead;
    for (long slot = head; slot < tail && left > 0 && blocked.size() < most; slot++) {
      Held held = open[at(slot)];
      if (held == null) {
        left--;
      } else {
        blocked.add(held);
      }
    }
    return blocked;
  }

  /// Lengths of what is open and what has ended from the commit point on, in turns, in offsets; it
  /// begins with what is open and ends with what has ended. A hole goes with what lies before it,
  /// since no record will ever come to it.
  long[] runs() {
    var runs = new long[8];
    int count = 0;
    int left = ahead;
    long from = commitPoint();
    boolean done = false;
    for (long slot = head; slot < tail && left > 0; slot++) {
      boolean ended = open[at(slot)] == null;
      if (ended != done) {
        if (count + 1 >= runs.length) {
          runs = Arrays.copyOf(runs, runs.length * 2);
        }
        runs[count++] = offsets[at(slot)] - from;
        from = offsets[at(slot)];
        done = ended;
      }
      if (ended && --left == 0) {
        runs[count++] = offsets[at(slot)] + 1 - from;
      }
    }
    return Arrays.copyOf(runs, count);
  }

  /// What is found where all that was delivered is looked at one by one, for the laws.
  ///
  /// @param ahead what [#ahead] should be
  /// @param reprieved open records that were reprieved
  record Recounted(int ahead, int reprieved) {}

  Recounted recounted() {
    int ended = 0;
    int reprieved = 0;
    @Nullable Held[] all = open;
    for (long slot = head; slot < tail; slot++) {
      Held held = all[(int) slot & all.length - 1];
      if (held == null) {
        ended++;
      } else if (held.reprieved) {
        reprieved++;
      }
    }
    return new Recounted(ended, reprieved);
  }

  /// Deliveries that there is room for, for the laws: what was needed once is not kept for ever.
  int room() {
    return offsets.length;
  }

  private int at(long slot) {
    return (int) slot & (offsets.length - 1);
  }

  // A tracker that once held much gives the room back when it never needs it any more.
  private void shrink() {
    if (offsets.length > 64 * LEAST && peak < offsets.length / 4) {
      resize(offsets.length / 2);
    }
    peak = 0;
  }

  private void resize(int length) {
    long[] fewer = offsets;
    @Nullable Held[] older = open;
    offsets = new long[length];
    open = new Held[length];
    for (long slot = head; slot < tail; slot++) {
      offsets[at(slot)] = fewer[(int) slot & (fewer.length - 1)];
      open[at(slot)] = older[(int) slot & (older.length - 1)];
    }
  }
}
