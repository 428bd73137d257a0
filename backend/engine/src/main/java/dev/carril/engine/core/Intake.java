package dev.carril.engine.core;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.Event;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes in what the log delivers, gives it to the workers, and knows what may be committed.
///
/// How a record comes in and comes back is told here. What else there is to decide has a part of
/// its own: how partitions come and go ([Stays]), why they are not fetched ([Pauses], [Stores]),
/// whose a record is ([Dealer]), what becomes a dead letter ([Condemning], [DeadLetters]) and what
/// follows for its session ([HaltedSessions]), gaps ([Gaps]) and commits ([Commits]). What a
/// record's lane does with it is a worker's business; what a worker says about it comes back in
/// [Reports].
///
/// Every record that is given to a worker comes back from it exactly once, whatever happens. That
/// is what a hand-over waits for, and what keeps a session's records behind an earlier flight of
/// it.
public final class Intake {
  private final int laneCapacity;
  private final int idleLanesMax;
  private final long idleNanos;
  private final Bounds bounds;
  private final @Nullable Listener listener;
  private final Map<Partition, Epoch> ours = new LinkedHashMap<>();
  private final Routes routes = new Routes();
  private final Parking parking = new Parking();
  private final Totals totals = new Totals();
  private final DeadLetters deadLetters;
  private final Commits commits;
  private final Post post;
  private final Pauses pauses;
  private final Stores stores;
  private final HaltedSessions halted;
  private final Dealer dealer;
  private final Condemning condemning;
  private final Gaps gaps;
  private final Stays stays;

  @SuppressWarnings("UnusedVariable") // Or a compiler would see that nobody needs what was read.
  private long lookedAt;

  /// @param listener is told everything, or null: then nothing is told and that costs nothing
  public Intake(
      Rules rules, int workers, IntakeOut out, @Nullable Listener listener, long nowNanos) {
    this.bounds = rules.bounds();
    this.laneCapacity = bounds.laneCapacity();
    this.idleLanesMax = bounds.idleLanesMax();
    this.idleNanos = rules.times().idleNanos();
    this.listener = listener;
    post = new Post(out, workers);
    deadLetters = new DeadLetters(rules, out, nowNanos);
    commits = new Commits(rules.times(), ours.values(), out, listener, nowNanos);
    pauses = new Pauses(ours, out, listener);
    stores = new Stores(bounds, parking, pauses, listener);
    halted = new HaltedSessions(rules, ours, routes, parking, post, out, listener);
    dealer = new Dealer(rules.acrossTopics(), workers, routes, halted, post);
    condemning = new Condemning(deadLetters, halted, post, totals, listener);
    gaps = new Gaps(rules, ours.values(), pauses, deadLetters, condemning, post);
    stays =
        new Stays(ours, pauses, parking, routes, totals, deadLetters, commits, post, out, listener);
  }

  // --- partitions come and go

  /// A partition is ours.
  ///
  /// @param position where the log goes on, or -1 where nothing was saved
  /// @param metadata what was committed with it, or ""
  public Epoch assigned(Partition partition, long position, String metadata, long nowNanos) {
    return stays.begin(partition, position, metadata, nowNanos);
  }

  /// The epoch of a partition that is ours, or null.
  public @Nullable Epoch epoch(Partition partition) {
    return ours.get(partition);
  }

  /// Partitions are to go: takes nothing new from them and lets what runs finish, until the
  /// deadline. [IntakeOut#letGo] says when they may go, at once if nothing runs.
  ///
  /// @param request comes back with the drain
  public void revoke(
      Collection<Partition> partitions, long deadlineNanos, Object request, long nowNanos) {
    stays.drain(partitions, deadlineNanos, request, nowNanos);
  }

  /// The engine is to stop: as [#revoke] for everything that is ours, and nothing that is assigned
  /// from now on is fetched.
  public void close(long deadlineNanos, Object request, long nowNanos) {
    stays.drainAll(deadlineNanos, request, nowNanos);
  }

  /// Partitions were taken from us. Somebody else may have committed by now, so nothing is
  /// committed.
  public void lost(Collection<Partition> partitions, long nowNanos) {
    stays.lose(partitions, nowNanos);
  }

  // --- records come in

  /// Records of this session are about to [#arrive]. Nothing follows from it but speed: where there
  /// are many sessions, what is known of one has left the caches when its next record comes.
  /// Lookups that come one right after the other are fetched from memory together; in between all
  /// that is done about a record, each would be waited for.
  public void expect(Partition partition, @Nullable Object key) {
    if (key != null) {
      Route route = dealer.known(partition, key);
      lookedAt += route == null ? 0 : route.out;
    }
  }

  // The same for records that come back.
  private void expect(Reports reports) {
    long sum = 0;
    for (int at = 0; at < reports.count(); at++) {
      Held held = reports.held(at);
      sum += held.slot + held.bytes + held.route.out;
    }
    lookedAt += sum;
  }

  /// The log delivered a record.
  ///
  /// @param key the key of its session, or null where it has none
  /// @return the epoch that it belongs to, which is a new one if the log was set back
  public Epoch arrive(
      Epoch epoch,
      long offset,
      @Nullable Object key,
      int bytes,
      @Nullable Object payload,
      Extra extra,
      long nowNanos) {
    if (!epoch.isOpen()) {
      return epoch;
    }
    if (!epoch.tracker.follows(offset)) {
      // The log lost its end, or somebody moved the position under our feet.
      stays.lose(epoch, nowNanos);
      Epoch next = stays.begin(epoch.partition, offset, "", nowNanos);
      return arrive(next, offset, key, bytes, payload, extra, nowNanos);
    }
    totals.delivered++;
    if (epoch.restored.has(offset)) {
      alreadyDone(epoch, offset, key, extra, nowNanos);
      return epoch;
    }
    Route route = dealer.route(epoch.partition, extra.nobodys() == null ? key : null);
    Place place =
        listener == null
            ? null
            : new Place(epoch.partition, epoch.number, offset, route.session, extra.trace());
    if (listener != null && place != null) {
      listener.tell(new Event.Delivered(place, extra.isRedriven(), nowNanos));
    }
    var held = new Held(epoch, offset, route, payload, bytes, nowNanos, place);
    held.waits = halted.isWaitedFor(extra.redriven(), route.session);
    held.failure = extra.nobodys();
    held.reason = extra.nobodys() == null ? null : Reason.NO_SESSION;
    held.slot = epoch.tracker.deliver(offset, held, nowNanos);
    totals.came(held);
    routes.busy(route);
    if (route.out >= laneCapacity) {
      stores.park(held, nowNanos);
    } else {
      hand(held, nowNanos);
    }
    return epoch;
  }

  private void alreadyDone(
      Epoch epoch, long offset, @Nullable Object key, Extra extra, long nowNanos) {
    epoch.tracker.deliver(offset, null, nowNanos);
    commits.wanted();
    gaps.bound(epoch, nowNanos);
    totals.alreadyDone++;
    if (epoch.restored.isBehind(offset + 1)) {
      epoch.restored = Restored.NOTHING;
    }
    if (listener != null) {
      Session session = dealer.session(epoch.partition, extra.nobodys() == null ? key : null);
      Place place = new Place(epoch.partition, epoch.number, offset, session, extra.trace());
      listener.tell(new Event.Delivered(place, extra.isRedriven(), nowNanos));
      listener.tell(new Event.AlreadyDone(place, nowNanos));
    }
  }

  private void hand(Held held, long nowNanos) {
    held.route.out++;
    held.epoch.out++;
    if (listener != null) {
      listener.tell(new Event.Queued(held.place(), held.route.worker, nowNanos));
    }
    post.record(held);
  }

  // --- records come back

  /// What a worker has to say.
  public void take(Reports reports, long nowNanos) {
    expect(reports);
    int done = 0;
    for (int at = 0; at < reports.count(); at++) {
      Held held = reports.held(at);
      switch (reports.word(at)) {
        case DONE -> {
          if (held.epoch.isOurs()) {
            end(held, nowNanos);
            held.route.gapSkipped = false;
            done++;
          }
          back(held, nowNanos);
        }
        case BACK, SETTLED -> back(held, nowNanos);
        case FINISHED -> {
          held.route.gapSkipped = false;
          back(held, nowNanos);
        }
        case CONDEMNED -> condemning.condemned(held, nowNanos);
        case SKIPPED -> condemning.condemn(held, Reason.GAP_TIMEOUT, held.attempts, nowNanos);
        case SKIPPED_RUNNING -> {
          held.route.gapSkipped = true;
          condemning.condemn(held, Reason.GAP_TIMEOUT, held.attempts + 1, nowNanos);
        }
      }
    }
    totals.done += done;
    deadLetters.earn(done);
    stays.finishDrains(nowNanos);
  }

  private void end(Held held, long nowNanos) {
    Epoch epoch = held.epoch;
    if (epoch.tracker.end(held.slot, nowNanos)) {
      epoch.reprieved -= held.reprieved ? 1 : 0;
      commits.wanted();
      gaps.bound(epoch, nowNanos);
    }
  }

  // The worker has it no longer, so its session may have the next one.
  private void back(Held held, long nowNanos) {
    Route route = held.route;
    route.out--;
    held.epoch.out--;
    totals.went(held);
    if (route.parked > 0) {
      refill(route, nowNanos);
    } else if (route.out == 0) {
      routes.idle(route, nowNanos);
    }
  }

  private void refill(Route route, long nowNanos) {
    while (route.parked > 0 && route.out < laneCapacity) {
      Held next = parking.unpark(route);
      if (next == null) {
        throw new IllegalStateException("nothing of " + route.session + " is parked");
      }
      hand(next, nowNanos);
      stores.relieve(next.epoch, nowNanos);
    }
  }

  /// A dead letter is safe.
  public void deadLetterWritten(DeadLetterWrite write, long nowNanos) {
    Held held = write.held;
    if (!deadLetters.written(write)) {
      return;
    }
    totals.deadLettered++;
    if (listener != null) {
      listener.tell(new Event.DeadLettered(held.place(), write.attempts, write.reason, nowNanos));
    }
    end(held, nowNanos);
    halted.haltAfter(write, nowNanos);
    if (held.parked) {
      parking.remove(held);
      totals.went(held);
      stores.relieve(held.epoch, nowNanos);
      if (held.route.isIdle()) {
        routes.idle(held.route, nowNanos);
      }
    } else {
      post.mail(held.route.worker, new Mail.Settled(held));
    }
    stays.finishDrains(nowNanos);
  }

  /// A dead letter could not be written; it will be again.
  public void deadLetterFailed(DeadLetterWrite write, String why, long nowNanos) {
    boolean again = deadLetters.failed(write, nowNanos);
    if (again && listener != null) {
      listener.tell(new Event.DeadLetterFailed(write.held.place(), write.attempts, why, nowNanos));
    }
  }

  // --- halted sessions

  /// These sessions of the group are halted, and no others, whoever halted or released them: it was
  /// looked up where all instances keep it. Those of partitions that are not ours are no matter.
  public void halted(Collection<Halt> kept, long nowNanos) {
    halted.become(kept, nowNanos);
  }

  /// Fetches nothing of a partition until [#haltsKnown]: whoever had it before may have halted
  /// sessions of it.
  public void awaitHalts(Epoch epoch, long nowNanos) {
    pauses.pause(epoch, Pause.HALTS, nowNanos);
  }

  /// What there was to know about sessions of this partition was told by [#halted].
  public void haltsKnown(Epoch epoch, long nowNanos) {
    if (epoch.isOurs()) {
      pauses.resume(epoch, Pause.HALTS, nowNanos);
    }
  }

  /// Lets a halted session go on.
  ///
  /// @return whether it was halted
  public boolean release(Session session, long nowNanos) {
    return halted.release(session, nowNanos);
  }

  /// How often it said that a session is to be released.
  public long releases() {
    return halted.releases();
  }

  public List<Session> halted() {
    return halted.all();
  }

  public boolean isHalted(Session session) {
    return halted.contains(session);
  }

  // --- pausing and committing

  /// Fetches nothing of these partitions, now and when they come again, until [#resumeByUser].
  public void pauseByUser(Collection<Partition> partitions, long nowNanos) {
    pauses.pauseByUser(partitions, nowNanos);
  }

  public void resumeByUser(Collection<Partition> partitions, long nowNanos) {
    pauses.resumeByUser(partitions, nowNanos);
  }

  /// Commits are safe, those of [IntakeOut#commit] or of a drain.
  public void committed(Collection<Commit> safe, long nowNanos) {
    commits.committed(safe, nowNanos);
  }

  /// Commits failed. They are not tried again: the next ones say what is true by then.
  public void commitFailed(Collection<Commit> failed, String why, long nowNanos) {
    totals.commitsFailed++;
    commits.failed(failed, why, nowNanos);
  }

  // --- time

  /// Does what is due.
  public void tick(long nowNanos) {
    commits.tick(nowNanos);
    deadLetters.tick(nowNanos);
    gaps.tick(nowNanos);
    closeIdle(nowNanos);
    stays.finishDrains(nowNanos);
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  public long dueNanos() {
    long due = Math.min(deadLetters.dueNanos(), commits.dueNanos());
    due = Math.min(due, Math.min(stays.dueNanos(), gaps.dueNanos()));
    long idleSince = routes.firstIdleNanos();
    return idleSince == Long.MAX_VALUE ? due : Math.min(due, idleSince + idleNanos);
  }

  private void closeIdle(long nowNanos) {
    long until = nowNanos - idleNanos;
    for (Route route = routes.takeIdle(until, idleLanesMax);
        route != null;
        route = routes.takeIdle(until, idleLanesMax)) {
      post.close(route);
    }
  }

  /// From now on sessions are dealt to so many workers. Those that have a lane keep their worker.
  public void workers(int workers) {
    dealer.workers(workers);
  }

  /// Sends what has gathered. Called at the end of each turn.
  public void flush() {
    post.flush();
  }

  // --- what there is to see

  /// Records that were delivered and are still somewhere in the engine.
  public int held() {
    return totals.held;
  }

  public long heldBytes() {
    return totals.heldBytes;
  }

  /// Sessions with something to do, and those whose lanes have not gone yet.
  public int sessions() {
    return routes.size();
  }

  public List<PartitionView> look() {
    return Views.of(ours.values());
  }

  /// What holds the commit points back, one by one, at most so many of each partition.
  public List<BlockedOffset> blocked(int most, long nowNanos) {
    return Views.blocked(ours.values(), most, nowNanos);
  }

  /// The age of the oldest record that a commit point waits for, whether anything behind it has
  /// ended or not; 0 if there is none.
  public long oldestAtCommitPointNanos(long nowNanos) {
    return Views.oldestAtCommitPointNanos(ours.values(), nowNanos);
  }

  public long delivered() {
    return totals.delivered;
  }

  public long done() {
    return totals.done;
  }

  public long alreadyDone() {
    return totals.alreadyDone;
  }

  public long deadLettered() {
    return totals.deadLettered;
  }

  public long gapSkips() {
    return totals.gapSkips;
  }

  public long commitsFailed() {
    return totals.commitsFailed;
  }

  public long metadataIgnored() {
    return totals.metadataIgnored;
  }

  /// Dead letters that are not safe yet.
  public int deadLettersPending() {
    return deadLetters.pending();
  }

  /// Did the last dead letter fail, and is it still to be written?
  public boolean deadLettersFail() {
    return deadLetters.isFailing();
  }

  /// Is there a record that was to be a dead letter, was reprieved, and has not ended? While its
  /// next attempt runs nothing else tells that the budget is spent.
  public boolean holdsReprieved() {
    for (Epoch epoch : ours.values()) {
      if (epoch.reprieved > 0) {
        return true;
      }
    }
    return false;
  }

  boolean deadLetterBudgetIsSpent(long nowNanos) {
    return deadLetters.isBudgetSpent(nowNanos);
  }

  /// Counts again what is counted along the way (law 11).
  ///
  /// @return what does not agree
  public List<String> recount() {
    return Recount.of(bounds, totals, routes, parking, ours.values());
  }
}
