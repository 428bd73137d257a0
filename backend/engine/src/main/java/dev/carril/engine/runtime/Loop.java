package dev.carril.engine.runtime;

/// The owner of some state: takes letters one by one, does what is due, and sleeps in between.
abstract class Loop implements Runnable {
  final Mailbox mailbox = new Mailbox();
  private final String name;
  private final Time time;
  private final Breakdown breakdown;
  private volatile boolean stopped;
  private volatile long turnNanos;

  Loop(String name, Time time, Breakdown breakdown) {
    this.name = name;
    this.time = time;
    this.breakdown = breakdown;
    this.turnNanos = time.nanos();
  }

  abstract void take(Letter letter, long nowNanos);

  abstract void tick(long nowNanos);

  /// The end of a turn.
  abstract void flush(long nowNanos);

  /// When there is something to do next, or Long.MAX_VALUE.
  abstract long dueNanos();

  /// The loop is over.
  abstract void ended();

  String name() {
    return name;
  }

  /// Ends the loop after its turn.
  void stop() {
    stopped = true;
    mailbox.wake();
  }

  /// Is it in a turn, or has it letters to begin one with?
  boolean isBusy() {
    return !stopped && !(mailbox.isOwnerAsleep() && mailbox.isEmpty());
  }

  /// When its last turn began: as long as this is the same, so is the turn.
  long turnNanos() {
    return turnNanos;
  }

  @Override
  public final void run() {
    ScopedValue.where(Plant.INSIDE, Boolean.TRUE).run(this::work);
  }

  private void work() {
    mailbox.ownedByMe();
    try {
      while (!stopped) {
        turn();
      }
    } catch (Throwable wrong) {
      breakdown.fail(name, wrong);
    } finally {
      ended();
    }
  }

  private void turn() {
    Letter oldest = mailbox.takeAll();
    // Read after the letters are taken, so that nothing is earlier than what led to it.
    long nowNanos = time.nanos();
    turnNanos = nowNanos;
    boolean idle = oldest == null;
    Letter.each(oldest, letter -> take(letter, nowNanos));
    long due = dueNanos();
    if (due != Long.MAX_VALUE && due - nowNanos <= 0) {
      tick(nowNanos);
      idle = false;
    }
    flush(nowNanos);
    if (idle && !stopped) {
      due = dueNanos();
      mailbox.await(due == Long.MAX_VALUE ? due : due - time.nanos());
    }
  }
}
