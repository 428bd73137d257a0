package dev.carril.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Letters from anybody to one owner. Those of one sender arrive in the order in which it posted
/// them.
///
/// Posting is one exchange on a stack; the owner takes the whole stack and turns it round. The
/// owner says that it goes to sleep *before* it looks a last time, and a sender posts before it
/// looks whether the owner sleeps, so one of them sees the other. Who wakes it without a letter
/// leaves a note instead: the owner may be about to sleep, having looked already.
final class Mailbox {
  private static final VarHandle TOP;
  private static final VarHandle ASLEEP;

  static {
    try {
      var lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(Mailbox.class, "top", Letter.class);
      ASLEEP = lookup.findVarHandle(Mailbox.class, "asleep", boolean.class);
    } catch (ReflectiveOperationException wrong) {
      throw new ExceptionInInitializerError(wrong);
    }
  }

  @SuppressWarnings("UnusedVariable") // by the handles
  private volatile @Nullable Letter top;

  private volatile boolean asleep;

  // Somebody wants it to look again.
  private volatile boolean noted;
  private volatile @Nullable Thread owner;

  /// The thread that takes the letters; it says so itself, before it takes the first.
  void ownedByMe() {
    owner = Thread.currentThread();
  }

  void post(Letter letter) {
    Letter before;
    do {
      before = top;
      letter.next = before;
    } while (!TOP.compareAndSet(this, before, letter));
    rouse();
  }

  /// Makes the owner look again, letter or not, also if it has looked and does not sleep yet.
  void wake() {
    noted = true;
    rouse();
  }

  private void rouse() {
    if (asleep && ASLEEP.compareAndSet(this, true, false)) {
      LockSupport.unpark(owner);
    }
  }

  /// Does the owner wait, with nobody having woken it yet?
  boolean isOwnerAsleep() {
    return asleep;
  }

  boolean isEmpty() {
    return top == null;
  }

  /// All there is, the oldest first; null if there is nothing.
  @Nullable Letter takeAll() {
    if (top == null) {
      return null;
    }
    Letter newest = (Letter) TOP.getAndSet(this, null);
    Letter turned = null;
    while (newest != null) {
      Letter older = newest.next;
      newest.next = turned;
      turned = newest;
      newest = older;
    }
    return turned;
  }

  /// Waits until there is a letter, somebody wakes us, or the time is over.
  ///
  /// @param nanos how long, or Long.MAX_VALUE for as long as it takes
  void await(long nanos) {
    asleep = true;
    if (top == null && !noted) {
      // What a user's code left behind on this thread would not let it wait.
      UserCode.forgetInterruption();
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else if (nanos > 0) {
        LockSupport.parkNanos(this, nanos);
      }
    }
    asleep = false;
    if (noted) {
      noted = false;
    }
  }
}
