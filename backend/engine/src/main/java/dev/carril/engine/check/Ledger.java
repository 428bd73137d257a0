package dev.carril.engine.check;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// What the [Laws] know of one stay of a partition: what was delivered, in order, and what of it
/// has ended.
final class Ledger {
  private static final int LEAST = 16;

  final Book book;
  final long position;

  // The stay before this one; what lies further back is never asked for.
  @Nullable Ledger before;
  private @Nullable Delivery[] deliveries = new Delivery[LEAST];
  private int head;
  private int tail;
  private long endedUpTo = -1;
  long last = -1;
  long sent = -1;
  long until = Long.MAX_VALUE;
  boolean gone;
  boolean lost;
  boolean drained;

  // Commits whose answer has not come, and whether the one that was answered last failed.
  int unanswered;
  boolean commitFailed;
  boolean lastCommitFailed;

  /// What is known of a partition over all its stays, with whomever.
  static final class Book {
    final BitSet delivered = new BitSet();

    // What has ended, and what has a dead letter that is safe.
    final BitSet ended = new BitSet();
    final BitSet letters = new BitSet();
    @Nullable Ledger latest;
  }

  /// One delivery.
  static final class Delivery {
    final Ledger ledger;
    final long offset;
    int attempts;
    boolean condemned;
    boolean ended;
    boolean handled;

    // It was taken out unfinished, so nothing of its session waits for it any more.
    boolean back;

    // The next one of its session, in whatever stay.
    @Nullable Delivery behind;

    Delivery(Ledger ledger, long offset) {
      this.ledger = ledger;
      this.offset = offset;
    }

    boolean isOpen() {
      return !ended && !back;
    }
  }

  Ledger(Book book, long position) {
    this.book = book;
    this.position = position;
    before = book.latest;
    if (before != null) {
      before.before = null;
    }
    book.latest = this;
  }

  Delivery deliver(long offset) {
    if (tail == deliveries.length) {
      int size = tail - head;
      int length = 2 * size < deliveries.length ? deliveries.length : 2 * size;
      deliveries = Arrays.copyOfRange(deliveries, head, head + length);
      head = 0;
      tail = size;
    }
    var delivery = new Delivery(this, offset);
    deliveries[tail++] = delivery;
    last = offset;
    book.delivered.set(Math.toIntExact(offset));
    return delivery;
  }

  /// The delivery of an offset, or null if there was none or all up to it have ended.
  @Nullable Delivery find(long offset) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).offset < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < tail && at(low).offset == offset ? at(low) : null;
  }

  private Delivery at(int place) {
    Delivery delivery = deliveries[place];
    if (delivery == null) {
      throw new IllegalStateException("no delivery at " + place);
    }
    return delivery;
  }

  /// The lowest delivered offset that has not ended, or the one after the last.
  long safe() {
    while (head < tail && at(head).ended) {
      endedUpTo = at(head).offset;
      deliveries[head++] = null;
    }
    return head == tail ? last + 1 : at(head).offset;
  }

  /// Has something ended that could be committed and was not?
  boolean isBehind() {
    safe();
    return endedUpTo >= Math.max(sent, Math.max(0, position));
  }

  /// How many have not ended.
  int open() {
    int open = 0;
    for (int place = head; place < tail; place++) {
      open += at(place).ended ? 0 : 1;
    }
    return open;
  }

  /// Was it handed over as planned, with everything that had ended in its last commit?
  boolean wasHandedOver() {
    return drained && unanswered == 0 && !commitFailed && !lastCommitFailed;
  }
}
