package dev.carril.engine.runtime;

import dev.carril.engine.core.Commit;
import dev.carril.engine.core.Drain;
import dev.carril.engine.core.Epoch;
import dev.carril.engine.core.Gate;
import dev.carril.engine.core.Intake;
import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Ownership;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that touches the log. It polls, hands on, and does what intake asks of the log.
///
/// It waits for the rest of the engine in one place only: in the revoke callback, for the
/// partitions that go, and no longer than the drain may take. Where there is no room for more it
/// does not wait, it pauses everything and goes on polling, so that the group knows that we live.
final class PollLoop implements Runnable, Ownership {
  private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long GRACE_NANOS = 1_000_000_000;
  private static final int FAILED_COMMITS_TOLD = 3;

  private final Plant plant;
  private final Setup setup;
  private final Source<?, ?> source;
  private final Time time;
  private final Gate gate;

  // What others ask of this thread.
  private final Mailbox orders = new Mailbox();
  private volatile boolean waiting;
  private final Set<Partition> pausedByUser = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;
  private volatile long closeByNanos;
  private volatile long polledNanos;
  private volatile boolean shut;
  private volatile boolean ended;
  private volatile @Nullable String commitsFail;

  // This thread's own.
  private final Set<Partition> owned = new LinkedHashSet<>();
  private final Set<Partition> wantedPaused = new LinkedHashSet<>();
  private final Map<Partition, Began> coming = new HashMap<>();
  private final List<Order> postponed = new ArrayList<>();
  private final Map<Partition, Long> ends = new ConcurrentHashMap<>();
  private long polled;
  private long polledBytes;
  private int commitsFailedInARow;
  private boolean shutForSource;
  private @Nullable Unanswered unanswered;
  private @Nullable Throwable fatal;

  PollLoop(Plant plant, Setup setup, Source<?, ?> source) {
    this.plant = plant;
    this.setup = setup;
    this.source = source;
    this.time = setup.time();
    this.gate =
        new Gate(setup.heldMax(), setup.heldBytesMax(), source.pollMax(), source.pollBytesMax());
    this.polledNanos = time.nanos();
  }

  /// Something to do on this thread.
  private abstract static class Order extends Letter {}

  private static final class Pause extends Order {
    final Partition partition;
    final boolean paused;

    Pause(Partition partition, boolean paused) {
      this.partition = partition;
      this.paused = paused;
    }
  }

  private static final class CommitLater extends Order {
    final List<Commit> commits;

    CommitLater(List<Commit> commits) {
      this.commits = commits;
    }
  }

  private static final class LetGo extends Order {
    final Drain drain;

    LetGo(Drain drain) {
      this.drain = drain;
    }
  }

  /// Intake knows of a partition that has come. What it said of pauses before is about an earlier
  /// stay of it.
  private static final class Began extends Order {
    final Partition partition;

    Began(Partition partition) {
      this.partition = partition;
    }
  }

  /// Commits that were sent and not waited for, and until when they may be answered.
  private record Unanswered(List<Commit> commits, long untilNanos) {}

  /// A wish to let partitions go, and what came of it.
  private static final class Leaving {
    @Nullable Drain drain;
  }

  // --- from any thread

  void pause(Partition partition, boolean paused) {
    order(new Pause(partition, paused));
  }

  /// What the user wants not to be fetched is known here too: intake hears of a partition when it
  /// is ours already, and its word would come after the first fetch.
  void pauseByUser(Collection<Partition> partitions) {
    pausedByUser.addAll(partitions);
  }

  /// Intake says when they are fetched again.
  void resumeByUser(Collection<Partition> partitions) {
    pausedByUser.removeAll(partitions);
  }

  void commit(List<Commit> commits) {
    order(new CommitLater(commits));
  }

  void letGo(Drain drain) {
    order(new LetGo(drain));
  }

  /// Something left the engine, so there may be room again.
  void left() {
    if (shut && gate.hasRoom(held(), heldBytes())) {
      shut = false;
      wake();
    }
  }

  /// Closes it by then, or sooner if it was to close sooner already.
  synchronized void closeBy(long deadlineNanos) {
    if (!closing || deadlineNanos - closeByNanos < 0) {
      closeByNanos = deadlineNanos;
    }
    closing = true;
    wake();
  }

  /// Closes a log that was never read.
  void closeUnread() {
    Throwable wrong = UserCode.trouble(() -> source.close(setup.commit()));
    if (wrong != null) {
      LOG.warn("{}: the log does not close", setup.name(), wrong);
    }
  }

  /// The end of a partition's log, or -1.
  long end(Partition partition) {
    return ends.getOrDefault(partition, -1L);
  }

  /// Why commits fail, one after the other; null if they do not.
  @Nullable String commitsFail() {
    return commitsFail;
  }

  /// When it last polled, less what a poll itself may take; or Long.MAX_VALUE if it has ended.
  long stuckSinceNanos() {
    return ended ? Long.MAX_VALUE : polledNanos + 2 * POLL.toNanos();
  }

  private void order(Order order) {
    orders.post(order);
    wake();
  }

  private void wake() {
    if (waiting) {
      waiting = false;
      source.wakeup();
    }
  }

  // --- the loop

  @Override
  public void run() {
    orders.ownedByMe();
    try {
      source.subscribe(setup.topics(), this);
      while (!closing) {
        obey();
        poll(POLL);
        giveUpWaiting();
      }
    } catch (Throwable wrong) {
      plant.fail("the thread that polls", wrong);
      fatal = wrong;
    }
    try {
      shutDown();
    } finally {
      ended = true;
      plant.ended();
    }
  }

  private void poll(Duration atMost) {
    boolean room = !closing && gate.isOpen(held(), heldBytes());
    if (room == shutForSource) {
      shutForSource = !room;
      fetchWhatMayBe(owned);
    }
    shut = !room;
    waiting = true;
    // Either may have come while we were about to wait for it.
    boolean hasCome = !room && !closing && gate.hasRoom(held(), heldBytes());
    if (orders.isEmpty() && !hasCome) {
      polledNanos = time.nanos();
      handOn(source.poll(atMost));
    }
    waiting = false;
    UserCode.forgetInterruption();
    for (Partition partition : owned) {
      ends.put(partition, source.end(partition));
    }
  }

  private <K, V> void handOn(List<Slice<K, V>> slices) {
    if (slices.isEmpty()) {
      return;
    }
    long bytes = 0;
    for (Slice<K, V> slice : slices) {
      polled += slice.records().size();
      for (LogRecord<K, V> logRecord : slice.records()) {
        bytes += logRecord.bytes();
      }
    }
    polledBytes += bytes;
    plant.intake().polled(slices);
  }

  private long held() {
    return polled - plant.intake().left();
  }

  private long heldBytes() {
    return polledBytes - plant.intake().leftBytes();
  }

  private void obey() {
    for (Order order : postponed) {
      obey(order);
    }
    postponed.clear();
    Letter.each(orders.takeAll(), letter -> obey((Order) letter));
  }

  private void obey(Order order) {
    switch (order) {
      case Pause pause -> obey(pause);
      case Began began -> coming.remove(began.partition, began);
      case CommitLater later -> commitLater(later.commits);
      case LetGo go -> ((Leaving) go.drain.request()).drain = go.drain;
      default -> throw new IllegalStateException("nobody gives such orders");
    }
  }

  private void obey(Pause pause) {
    if (!owned.contains(pause.partition) || coming.containsKey(pause.partition)) {
      return;
    }
    if (pause.paused) {
      wantedPaused.add(pause.partition);
    } else {
      wantedPaused.remove(pause.partition);
    }
    fetchWhatMayBe(List.of(pause.partition));
  }

  // Whatever the source remembers of pauses, this is what holds.
  private void fetchWhatMayBe(Collection<Partition> partitions) {
    var paused = new ArrayList<Partition>();
    var fetched = new ArrayList<Partition>();
    for (Partition partition : partitions) {
      (isToPause(partition) ? paused : fetched).add(partition);
    }
    if (!paused.isEmpty()) {
      source.pause(paused);
    }
    if (!fetched.isEmpty()) {
      source.resume(fetched);
    }
  }

  private boolean isToPause(Partition partition) {
    return shutForSource || wantedPaused.contains(partition) || pausedByUser.contains(partition);
  }

  // --- commits

  // What was wished before a partition went must not be sent after it, when somebody else may have
  // committed more: to the group this thread's commit is as good as that.
  private void commitLater(List<Commit> commits) {
    List<Commit> wanted = commits.stream().filter(Commit::isWanted).toList();
    if (wanted.isEmpty()) {
      tellIntake(commits, new CommitFailed("its partitions have gone", false));
    } else {
      var sent = new Unanswered(commits, time.nanos() + Time.nanosOf(setup.commit()));
      unanswered = sent;
      source.commitLater(offsets(wanted), why -> answeredLater(sent, why));
    }
  }

  // Inside a call of the log, so by this thread.
  @SuppressWarnings("ReferenceEquality") // This very commit, not one like it.
  private void answeredLater(Unanswered sent, @Nullable CommitFailed why) {
    if (unanswered == sent) {
      unanswered = null;
      answered(sent.commits, why);
    } else if (why != null && why.isFatal()) {
      // It counted as failed already, but nothing that comes after it can succeed.
      stopFor(why);
    }
  }

  // No further commit is wished for while one is out, so one whose answer was lost must not be
  // waited for.
  private void giveUpWaiting() {
    Unanswered sent = unanswered;
    if (sent != null && sent.untilNanos - time.nanos() <= 0) {
      unanswered = null;
      answered(sent.commits, new CommitFailed("no answer within " + setup.commit(), false));
    }
  }

  private void answered(Collection<Commit> commits, @Nullable CommitFailed why) {
    tellIntake(commits, why);
    if (why == null) {
      commitTaken();
    } else if (why.isFatal()) {
      stopFor(why);
    } else {
      commitNotTaken(why);
    }
  }

  private void commitTaken() {
    if (commitsFail != null) {
      LOG.info("{}: commits are taken again", setup.name());
    }
    commitsFailedInARow = 0;
    commitsFail = null;
  }

  // One is made good by the next. Several in a row mean that a restart would repeat more and more.
  private void commitNotTaken(CommitFailed why) {
    commitsFailedInARow++;
    if (commitsFailedInARow >= FAILED_COMMITS_TOLD) {
      if (commitsFail == null) {
        LOG.warn("{}: no commit is taken any more", setup.name(), why);
      }
      commitsFail = commitsFailedInARow + " commits failed in a row: " + why.getMessage();
    }
  }

  private void tellIntake(Collection<Commit> commits, @Nullable CommitFailed why) {
    plant
        .intake()
        .ask((intake, nowNanos) -> {
          if (why == null) {
            intake.committed(commits, nowNanos);
          } else {
            intake.commitFailed(commits, String.valueOf(why.getMessage()), nowNanos);
          }
        });
  }

  private void stopFor(CommitFailed why) {
    plant.fail("committing", why);
    fatal = why;
    closing = true;
  }

  // The last commit of partitions that go.
  private void commitAndWait(List<Commit> commits, Duration atMost) {
    if (commits.isEmpty()) {
      return;
    }
    CommitFailed failed = null;
    try {
      source.commit(offsets(commits), atMost);
    } catch (CommitFailed why) {
      LOG.warn(
          "{}: the last commit of {} failed; what it held is handled again",
          setup.name(),
          commits.size(),
          why);
      failed = why;
    }
    answered(commits, failed);
  }

  private static Map<Partition, Saved> offsets(List<Commit> commits) {
    var offsets = new LinkedHashMap<Partition, Saved>();
    for (Commit commit : commits) {
      offsets.put(commit.partition(), new Saved(commit.offset(), commit.metadata()));
    }
    return offsets;
  }

  // --- partitions come and go

  @Override
  public void assigned(Map<Partition, Saved> partitions) {
    waiting = false;
    for (var assigned : partitions.entrySet()) {
      Partition partition = assigned.getKey();
      Saved saved = assigned.getValue();
      owned.add(partition);
      if (setup.keepsHalts()) {
        wantedPaused.add(partition);
      } else {
        wantedPaused.remove(partition);
      }
      var began = new Began(partition);
      coming.put(partition, began);
      plant.intake().ask((intake, nowNanos) -> begin(intake, began, saved, nowNanos));
    }
    fetchWhatMayBe(owned);
  }

  // In the intake's loop. Where sessions halt, nothing is fetched before it is known which are.
  private void begin(Intake intake, Began began, Saved saved, long nowNanos) {
    order(began);
    Epoch epoch = intake.assigned(began.partition, saved.offset(), saved.metadata(), nowNanos);
    warn(epoch);
    if (setup.keepsHalts()) {
      intake.awaitHalts(epoch, nowNanos);
      plant.deadLetters().readHalts(List.of(epoch));
    }
  }

  private void warn(Epoch epoch) {
    String ignored = epoch.metadataIgnored();
    if (ignored != null) {
      LOG.warn(
          "{}: what was committed for {} besides its offset is ignored: {}; what had ended beyond it"
              + " may be handled again",
          setup.name(),
          epoch.partition(),
          ignored);
    }
  }

  @Override
  public void revoked(Collection<Partition> partitions) {
    waiting = false;
    long deadlineNanos = time.nanos() + Time.nanosOf(setup.drain());
    if (closing) {
      deadlineNanos = Math.min(deadlineNanos, closeByNanos);
    }
    // It waits on purpose until then, and that is no stall.
    polledNanos = deadlineNanos;
    var leaving = new Leaving();
    leave(leaving, partitions, deadlineNanos);
    while (leaving.drain == null && deadlineNanos + GRACE_NANOS - time.nanos() > 0) {
      orders.await(deadlineNanos + GRACE_NANOS - time.nanos());
      listen();
    }
    Drain drain = leaving.drain;
    if (drain == null) {
      LOG.error("{}: nobody lets {} go; they go uncommitted", setup.name(), partitions);
      lost(partitions);
      return;
    }
    commitAndWait(drain.commits(), setup.commit());
    forget(partitions);
  }

  private void leave(Leaving leaving, Collection<Partition> partitions, long deadlineNanos) {
    List<Partition> some = List.copyOf(partitions);
    plant.intake().ask((intake, nowNanos) -> intake.revoke(some, deadlineNanos, leaving, nowNanos));
  }

  // Inside a callback the log may not be asked for much, so what can wait does.
  private void listen() {
    Letter.each(
        orders.takeAll(),
        letter -> {
          if (letter instanceof LetGo go) {
            obey(go);
          } else {
            postponed.add((Order) letter);
          }
        });
  }

  @Override
  public void lost(Collection<Partition> partitions) {
    List<Partition> some = List.copyOf(partitions);
    plant.intake().ask((intake, nowNanos) -> intake.lost(some, nowNanos));
    forget(partitions);
  }

  private void forget(Collection<Partition> partitions) {
    owned.removeAll(partitions);
    wantedPaused.removeAll(partitions);
    partitions.forEach(coming::remove);
    partitions.forEach(ends::remove);
  }

  // --- the end

  // Stop taking in, drain, commit, close the dead letters' writer, close the log: in this order,
  // and each of them although one before it failed.
  private void shutDown() {
    closing = true;
    step(this::letAllGo);
    step(() -> plant.closeDeadLetters(setup.commit()));
    step(() -> source.close(setup.commit()));
  }

  private void step(Runnable step) {
    Throwable wrong = UserCode.trouble(step::run);
    if (wrong != null) {
      plant.fail("the thread that polls, while closing", wrong);
    }
  }

  private void letAllGo() {
    Drain drain = fatal == null ? drained() : null;
    if (drain != null && fatal == null) {
      commitAndWait(drain.commits(), setup.commit());
    }
    if (fatal != null) {
      // Whoever fenced us may have given our partitions away.
      lost(List.copyOf(owned));
    }
  }

  private @Nullable Drain drained() {
    long deadlineNanos = closeByNanos;
    Leaving leaving = closeIntake(deadlineNanos);
    while (leaving.drain == null && deadlineNanos + GRACE_NANOS - time.nanos() > 0) {
      pollOrWait(deadlineNanos);
      obey();
      if (closeByNanos - deadlineNanos < 0) {
        // Something failed meanwhile, and what it held will never finish.
        deadlineNanos = closeByNanos;
        leaving = closeIntake(deadlineNanos);
      }
    }
    return leaving.drain;
  }

  private Leaving closeIntake(long deadlineNanos) {
    var leaving = new Leaving();
    plant.intake().ask((intake, nowNanos) -> intake.close(deadlineNanos, leaving, nowNanos));
    return leaving;
  }

  // While the lanes finish, the group must know that we live.
  private void pollOrWait(long deadlineNanos) {
    if (fatal == null) {
      poll(Duration.ofMillis(20));
    } else {
      orders.await(Math.max(1, deadlineNanos + GRACE_NANOS - time.nanos()));
    }
  }
}
