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
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes in what the log delivers, gives it to the workers, and knows what may be committed.
///
/// It owns the epochs and their trackers, the partition stores, the reasons for pausing, commits,
/// gaps and dead letters. What a record's lane does with it is a worker's business; what a worker
/// says about it comes back in [Reports].
///
/// Every record that is given to a worker comes back from it exactly once, whatever happens. That
/// is what a hand-over waits for, and what keeps a session's records behind an earlier flight of
/// it.
public final class Intake {
  private final Rules rules;
  private final IntakeOut out;
  private final @Nullable Listener listener;
  private final Routes routes = new Routes();
  private final Parking parking = new Parking();
  private final DeadLetters deadLetters;
  private final Commits commits;
  private final Post post;
  private final Map<Partition, Epoch> ours = new LinkedHashMap<>();
  private final List<Drain> drains = new ArrayList<>();
  private final Map<Session, Halt> halted = new LinkedHashMap<>();
  private final Set<Partition> pausedByUser = new LinkedHashSet<>();
  private final Totals totals = new Totals();
  private Ring ring;
  private long epochs;
  private long releases;
  private boolean closing;

  @SuppressWarnings("UnusedVariable") // Or a compiler would see that nobody needs what was read.
  private long lookedAt;

  /// @param listener is told everything, or null: then nothing is told and that costs nothing
  public Intake(
      Rules rules, int workers, IntakeOut out, @Nullable Listener listener, long nowNanos) {
    this.rules = rules;
    this.out = out;
    this.listener = listener;
    this.ring = Ring.of(workers);
    this.post = new Post(out, workers);
    this.deadLetters = new DeadLetters(rules, out, nowNanos);
    this.commits = new Commits(rules.times(), ours.values(), out, listener, nowNanos);
  }

  // --- partitions come and go

  /// A partition is ours.
  ///
  /// @param position where the log goes on, or -1 where nothing was saved
  /// @param metadata what was committed with it, or ""
  public Epoch assigned(Partition partition, long position, String metadata, long nowNanos) {
    if (ours.containsKey(partition)) {
      throw new IllegalStateException(partition + " is ours already");
    }
    Restored restored = Ahead.decode(position, metadata);
    var epoch = new Epoch(partition, ++epochs, position, restored);
    ours.put(partition, epoch);
    if (listener != null) {
      listener.tell(
          new Event.Assigned(partition, epoch.number, position, restored.count(), nowNanos));
      String ignored = restored.ignored();
      if (ignored != null) {
        listener.tell(new Event.MetadataIgnored(partition, epoch.number, ignored, nowNanos));
      }
    }
    if (restored.ignored() != null) {
      totals.metadataIgnored++;
    }
    if (closing) {
      epoch.phase = Epoch.Phase.DRAINING;
      pause(epoch, Pause.DRAINING, nowNanos);
    }
    if (pausedByUser.contains(partition)) {
      pause(epoch, Pause.USER, nowNanos);
    }
    // What the log remembers of an earlier epoch's pauses must not outlive it.
    out.pause(partition, epoch.pauses != 0);
    return epoch;
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
    var leaving = new ArrayList<Epoch>();
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        leaving.add(epoch);
      }
    }
    var drain = new Drain(leaving, deadlineNanos, request);
    drains.add(drain);
    for (Epoch epoch : leaving) {
      if (listener != null) {
        listener.tell(new Event.Draining(epoch.partition, epoch.number, deadlineNanos, nowNanos));
      }
      if (epoch.isOpen()) {
        startDraining(epoch, nowNanos);
      }
    }
    post.flush();
    finishDrains(nowNanos);
  }

  /// The engine is to stop: as [#revoke] for everything that is ours, and nothing that is assigned
  /// from now on is fetched.
  public void close(long deadlineNanos, Object request, long nowNanos) {
    closing = true;
    revoke(List.copyOf(ours.keySet()), deadlineNanos, request, nowNanos);
  }

  /// Partitions were taken from us. Somebody else may have committed by now, so nothing is
  /// committed.
  public void lost(Collection<Partition> partitions, long nowNanos) {
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        lose(epoch, nowNanos);
      }
    }
    post.flush();
    finishDrains(nowNanos);
  }

  private void startDraining(Epoch epoch, long nowNanos) {
    epoch.phase = Epoch.Phase.DRAINING;
    pause(epoch, Pause.DRAINING, nowNanos);
    dropParked(epoch, nowNanos);
    post.mailAll(new Mail.Revoke(epoch));
  }

  private void finishDrains(long nowNanos) {
    for (int at = 0; at < drains.size(); ) {
      Drain drain = drains.get(at);
      boolean done = drain.isDone();
      if (done || drain.deadlineNanos - nowNanos <= 0) {
        drains.remove(at);
        letGo(drain, nowNanos);
      } else {
        at++;
      }
    }
  }

  // The commit and the fence are one step: what ends after it changes nothing.
  private void letGo(Drain drain, long nowNanos) {
    var last = new ArrayList<Commit>();
    for (Epoch epoch : drain.epochs) {
      if (epoch.isOurs()) {
        if (epoch.isDirty()) {
          last.add(commits.of(epoch, nowNanos));
        }
        if (listener != null) {
          listener.tell(new Event.LetGo(epoch.partition, epoch.number, epoch.out == 0, nowNanos));
        }
        fence(epoch);
      }
    }
    drain.commit(last);
    out.letGo(drain);
  }

  private void lose(Epoch epoch, long nowNanos) {
    dropParked(epoch, nowNanos);
    if (listener != null) {
      listener.tell(new Event.Lost(epoch.partition, epoch.number, nowNanos));
    }
    fence(epoch);
  }

  private void fence(Epoch epoch) {
    epoch.phase = Epoch.Phase.GONE;
    ours.remove(epoch.partition);
    deadLetters.forget(epoch);
    if (epoch.out > 0) {
      post.mailAll(new Mail.Fence(epoch));
    }
  }

  private void dropParked(Epoch epoch, long nowNanos) {
    parking.removeAll(
        epoch,
        held -> {
          totals.went(held);
          if (listener != null) {
            listener.tell(new Event.HandedBack(held.place(), 0, nowNanos));
          }
          if (held.route.isIdle()) {
            routes.idle(held.route, nowNanos);
          }
        });
  }

  // --- records come in

  /// Records of this session are about to [#arrive]. Nothing follows from it but speed: where there
  /// are many sessions, what is known of one has left the caches when its next record comes.
  /// Lookups that come one right after the other are fetched from memory together; in between all
  /// that is done about a record, each would be waited for.
  public void expect(Partition partition, @Nullable Object key) {
    if (key != null) {
      Object plain = Session.plain(key);
      String topic = rules.acrossTopics() ? "" : partition.topic();
      Route route = routes.find(topic, plain, Session.hash(topic, plain));
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
      lose(epoch, nowNanos);
      return arrive(
          assigned(epoch.partition, offset, "", nowNanos),
          offset,
          key,
          bytes,
          payload,
          extra,
          nowNanos);
    }
    totals.delivered++;
    if (epoch.restored.has(offset)) {
      alreadyDone(epoch, offset, key, extra, nowNanos);
      return epoch;
    }
    Route route = route(epoch.partition, extra.nobodys() == null ? key : null);
    Place place =
        listener == null
            ? null
            : new Place(epoch.partition, epoch.number, offset, route.session, extra.trace());
    if (listener != null && place != null) {
      listener.tell(new Event.Delivered(place, extra.isRedriven(), nowNanos));
    }
    var held = new Held(epoch, offset, route, payload, bytes, nowNanos, place);
    held.waits = waits(extra.redriven(), route.session);
    held.failure = extra.nobodys();
    held.reason = extra.nobodys() == null ? null : Reason.NO_SESSION;
    held.slot = epoch.tracker.deliver(offset, held, nowNanos);
    totals.came(held);
    routes.busy(route);
    if (route.out >= rules.bounds().laneCapacity()) {
      park(held, nowNanos);
    } else {
      hand(held, nowNanos);
    }
    return epoch;
  }

  private void alreadyDone(
      Epoch epoch, long offset, @Nullable Object key, Extra extra, long nowNanos) {
    epoch.tracker.deliver(offset, null, nowNanos);
    commits.wanted();
    boundGap(epoch, nowNanos);
    totals.alreadyDone++;
    if (epoch.restored.isBehind(offset + 1)) {
      epoch.restored = Restored.NOTHING;
    }
    if (listener != null) {
      Session session = session(epoch.partition, extra.nobodys() == null ? key : null);
      Place place = new Place(epoch.partition, epoch.number, offset, session, extra.trace());
      listener.tell(new Event.Delivered(place, extra.isRedriven(), nowNanos));
      listener.tell(new Event.AlreadyDone(place, nowNanos));
    }
  }

  private Session session(Partition partition, @Nullable Object key) {
    return key == null
        ? Session.keyless(partition)
        : Session.of(rules.acrossTopics() ? "" : partition.topic(), key);
  }

  private Route route(Partition partition, @Nullable Object key) {
    Object plain = key == null ? partition : Session.plain(key);
    String topic = rules.acrossTopics() && key != null ? "" : partition.topic();
    long hash = Session.hash(topic, plain);
    Route route = routes.find(topic, plain, hash);
    return route != null ? route : open(Session.of(topic, plain));
  }

  private Route open(Session session) {
    var route = new Route(session, ring.workerOf(session.hash()));
    routes.add(route);
    if (halted.containsKey(session)) {
      post.mail(route.worker, new Mail.Halt(route));
    }
    return route;
  }

  private void hand(Held held, long nowNanos) {
    held.route.out++;
    held.epoch.out++;
    if (listener != null) {
      listener.tell(new Event.Queued(held.place(), held.route.worker, nowNanos));
    }
    post.record(held);
  }

  private void park(Held held, long nowNanos) {
    parking.park(held);
    if (listener != null) {
      listener.tell(new Event.Parked(held.place(), nowNanos));
    }
    Epoch epoch = held.epoch;
    if (!epoch.isPausedFor(Pause.STORE)
        && (epoch.parked >= rules.bounds().storeRecordsMax()
            || epoch.parkedBytes >= rules.bounds().storeBytesMax())) {
      Route holder = parking.holder(epoch);
      epoch.holder = holder == null ? null : holder.session;
      pause(epoch, Pause.STORE, nowNanos);
    }
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
        case CONDEMNED -> condemned(held, nowNanos);
        case SKIPPED -> condemn(held, Reason.GAP_TIMEOUT, nowNanos);
        case SKIPPED_RUNNING -> {
          held.route.gapSkipped = true;
          condemn(held, Reason.GAP_TIMEOUT, nowNanos);
        }
      }
    }
    totals.done += done;
    deadLetters.earn(done);
    finishDrains(nowNanos);
  }

  private void end(Held held, long nowNanos) {
    Epoch epoch = held.epoch;
    if (epoch.tracker.end(held.slot, nowNanos)) {
      epoch.reprieved -= held.reprieved ? 1 : 0;
      commits.wanted();
      boundGap(epoch, nowNanos);
    }
  }

  private void boundGap(Epoch epoch, long nowNanos) {
    int ahead = epoch.tracker.ahead();
    if (ahead >= rules.bounds().aheadMax()) {
      pause(epoch, Pause.GAP, nowNanos);
    } else if (epoch.pauses != 0 && ahead <= rules.bounds().aheadMax() / 2) {
      resume(epoch, Pause.GAP, nowNanos);
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
    while (route.parked > 0 && route.out < rules.bounds().laneCapacity()) {
      Held next = parking.unpark(route);
      if (next == null) {
        throw new IllegalStateException("nothing of " + route.session + " is parked");
      }
      hand(next, nowNanos);
      relieve(next.epoch, nowNanos);
    }
  }

  // Fetches a partition again once its store is half empty.
  private void relieve(Epoch epoch, long nowNanos) {
    if (epoch.isPausedFor(Pause.STORE)
        && epoch.parked <= rules.bounds().storeRecordsMax() / 2
        && epoch.parkedBytes <= rules.bounds().storeBytesMax() / 2) {
      epoch.holder = null;
      resume(epoch, Pause.STORE, nowNanos);
    }
  }

  // --- dead letters

  private void condemned(Held held, long nowNanos) {
    Reason reason = held.reason;
    if (reason == null) {
      throw new IllegalStateException(held + " is condemned for nothing");
    }
    condemn(held, reason, nowNanos);
  }

  private void condemn(Held held, Reason reason, long nowNanos) {
    if (!held.epoch.isOurs()) {
      return;
    }
    if (reason == Reason.SESSION_HALTED && !halted.containsKey(held.route.session)) {
      // It was released while this was on its way here.
      post.mail(held.route.worker, new Mail.Refused(held));
      return;
    }
    boolean written = deadLetters.want(held, reason, held.attempts, held.failure, nowNanos);
    if (listener != null) {
      listener.tell(
          written
              ? new Event.Condemned(held.place(), held.attempts, reason, nowNanos)
              : new Event.Reprieved(held.place(), held.attempts, reason, nowNanos));
    }
    if (written) {
      totals.gapSkips += reason == Reason.GAP_TIMEOUT ? 1 : 0;
      return;
    }
    if (!held.reprieved) {
      held.reprieved = true;
      held.epoch.reprieved++;
    }
    if (held.parked) {
      held.skipped = false;
    } else {
      post.mail(held.route.worker, new Mail.Refused(held));
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
    haltAfter(write, nowNanos);
    if (held.parked) {
      parking.remove(held);
      totals.went(held);
      relieve(held.epoch, nowNanos);
      if (held.route.isIdle()) {
        routes.idle(held.route, nowNanos);
      }
    } else {
      post.mail(held.route.worker, new Mail.Settled(held));
    }
    finishDrains(nowNanos);
  }

  /// A dead letter could not be written; it will be again.
  public void deadLetterFailed(DeadLetterWrite write, String why, long nowNanos) {
    boolean again = deadLetters.failed(write, nowNanos);
    if (again && listener != null) {
      listener.tell(new Event.DeadLetterFailed(write.held.place(), write.attempts, why, nowNanos));
    }
  }

  private void haltAfter(DeadLetterWrite write, long nowNanos) {
    Session session = write.held.route.session;
    if (rules.afterDeadLetter() == AfterDeadLetter.HALT_SESSION
        && write.reason != Reason.SESSION_HALTED) {
      halt(new Halt(session, write.held.epoch.partition, write.held.offset), nowNanos);
    }
  }

  private void halt(Halt halt, long nowNanos) {
    Session session = halt.session();
    Halt before = halted.get(session);
    if (before != null && !halt.isAfter(before.partition(), before.offset())) {
      return;
    }
    halted.put(session, halt);
    // Its record may have ended while the dead letter was under way, and its lane gone since: then
    // there is none, or another one. A later one hears of it when it is opened.
    Route route = routes.find(session);
    if (route != null) {
      parking.waitNoLonger(route);
      post.mail(route.worker, new Mail.Halt(route));
    }
    if (before == null && listener != null) {
      listener.tell(new Event.Halted(session, nowNanos));
    }
  }

  // What was redriven since the session halted waits for the release. What was redriven before, for
  // an earlier one, becomes a dead letter as all else, or it would pass what is redriven next.
  private boolean waits(@Nullable Redriven redriven, Session session) {
    if (redriven == null || halted.isEmpty()) {
      return false;
    }
    Halt halt = halted.get(session);
    return halt != null && !redriven.isBefore(halt);
  }

  /// These sessions of the group are halted, and no others, whoever halted or released them: it was
  /// looked up where all instances keep it. Those of partitions that are not ours are no matter.
  public void halted(Collection<Halt> kept, long nowNanos) {
    Set<Session> gone = new LinkedHashSet<>(halted.keySet());
    kept.forEach(halt -> gone.remove(halt.session()));
    gone.forEach(session -> goesOn(session, nowNanos));
    for (Halt halt : kept) {
      if (rules.acrossTopics() || ours.containsKey(halt.partition())) {
        halt(halt, nowNanos);
      }
    }
  }

  /// Fetches nothing of a partition until [#haltsKnown]: whoever had it before may have halted
  /// sessions of it.
  public void awaitHalts(Epoch epoch, long nowNanos) {
    pause(epoch, Pause.HALTS, nowNanos);
  }

  /// What there was to know about sessions of this partition was told by [#halted].
  public void haltsKnown(Epoch epoch, long nowNanos) {
    if (epoch.isOurs()) {
      resume(epoch, Pause.HALTS, nowNanos);
    }
  }

  /// Lets a halted session go on.
  ///
  /// @return whether it was halted
  public boolean release(Session session, long nowNanos) {
    if (!halted.containsKey(session)) {
      return false;
    }
    releases++;
    out.release(session);
    goesOn(session, nowNanos);
    return true;
  }

  /// How often it said that a session is to be released.
  public long releases() {
    return releases;
  }

  private void goesOn(Session session, long nowNanos) {
    halted.remove(session);
    if (listener != null) {
      listener.tell(new Event.Released(session, nowNanos));
    }
    Route route = routes.find(session);
    if (route != null) {
      parking.waitNoLonger(route);
      post.mail(route.worker, new Mail.Release(route));
    }
  }

  // --- pausing

  /// Fetches nothing of these partitions, now and when they come again, until [#resumeByUser].
  public void pauseByUser(Collection<Partition> partitions, long nowNanos) {
    pausedByUser.addAll(partitions);
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        pause(epoch, Pause.USER, nowNanos);
      }
    }
  }

  public void resumeByUser(Collection<Partition> partitions, long nowNanos) {
    pausedByUser.removeAll(partitions);
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        resume(epoch, Pause.USER, nowNanos);
      }
    }
  }

  private void pause(Epoch epoch, Pause reason, long nowNanos) {
    int before = epoch.pauses;
    epoch.pauses |= reason.bit();
    if (epoch.pauses == before) {
      return;
    }
    if (listener != null) {
      Session holder = reason == Pause.STORE ? epoch.holder : null;
      listener.tell(new Event.Paused(epoch.partition, epoch.number, reason, holder, nowNanos));
    }
    if (before == 0) {
      out.pause(epoch.partition, true);
    }
  }

  private void resume(Epoch epoch, Pause reason, long nowNanos) {
    if (!epoch.isPausedFor(reason)) {
      return;
    }
    epoch.pauses &= ~reason.bit();
    if (listener != null) {
      listener.tell(new Event.Resumed(epoch.partition, epoch.number, reason, nowNanos));
    }
    if (epoch.pauses == 0) {
      out.pause(epoch.partition, false);
    }
  }

  // --- commits

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
    if (rules.times().gapNanos() > 0) {
      for (Epoch epoch : ours.values()) {
        closeGap(epoch, nowNanos);
      }
    }
    closeIdle(nowNanos);
    finishDrains(nowNanos);
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  public long dueNanos() {
    long due = Math.min(deadLetters.dueNanos(), commits.dueNanos());
    for (Drain drain : drains) {
      due = Math.min(due, drain.deadlineNanos);
    }
    if (rules.times().gapNanos() > 0) {
      for (Epoch epoch : ours.values()) {
        due = Math.min(due, gapDueNanos(epoch));
      }
    }
    long idleSince = routes.firstIdleNanos();
    return idleSince == Long.MAX_VALUE ? due : Math.min(due, idleSince + rules.times().idleNanos());
  }

  private void closeIdle(long nowNanos) {
    long until = nowNanos - rules.times().idleNanos();
    int most = rules.bounds().idleLanesMax();
    for (Route route = routes.takeIdle(until, most);
        route != null;
        route = routes.takeIdle(until, most)) {
      post.close(route);
    }
  }

  // --- gaps

  private long gapDueNanos(Epoch epoch) {
    Held blocker = epoch.tracker.blocker();
    // One that waits for its dead letter ends when that is safe: there is nothing to be done.
    if (epoch.tracker.ahead() == 0 || blocker == null || blocker.write != null || !epoch.isOpen()) {
      return Long.MAX_VALUE;
    }
    long gapNanos = rules.times().gapNanos();
    if (epoch.skipping == blocker) {
      return epoch.skipAskedNanos + gapNanos;
    }
    // What stands behind a skipped record of its own session has waited long enough with it.
    return blocker.route.gapSkipped
        ? epoch.tracker.headSinceNanos()
        : epoch.tracker.headSinceNanos() + gapNanos;
  }

  private void closeGap(Epoch epoch, long nowNanos) {
    if (gapDueNanos(epoch) - nowNanos > 0) {
      return;
    }
    Held blocker = epoch.tracker.blocker();
    if (blocker == null) {
      return;
    }
    epoch.skipping = blocker;
    epoch.skipAskedNanos = nowNanos;
    if (deadLetters.isBudgetSpent(nowNanos)) {
      return;
    }
    if (blocker.parked) {
      blocker.skipped = true;
      condemn(blocker, Reason.GAP_TIMEOUT, nowNanos);
    } else {
      post.mail(blocker.route.worker, new Mail.Skip(blocker));
    }
  }

  // --- the number of workers

  /// From now on sessions are dealt to so many workers. Those that have a lane keep their worker.
  public void workers(int workers) {
    ring = Ring.of(workers);
    post.makeRoom(workers);
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
    var views = new ArrayList<PartitionView>();
    for (Epoch epoch : ours.values()) {
      var pauses = EnumSet.noneOf(Pause.class);
      for (Pause pause : Pause.values()) {
        if (epoch.isPausedFor(pause)) {
          pauses.add(pause);
        }
      }
      Tracker tracker = epoch.tracker;
      views.add(
          new PartitionView(
              epoch.partition,
              epoch.number,
              !epoch.isOpen(),
              epoch.committed,
              tracker.commitPoint(),
              tracker.ahead(),
              tracker.unended(),
              epoch.parked,
              epoch.parkedBytes,
              pauses,
              epoch.holder));
    }
    return views;
  }

  /// What holds the commit points back, one by one, at most so many of each partition.
  public List<BlockedOffset> blocked(int most, long nowNanos) {
    var blocked = new ArrayList<BlockedOffset>();
    for (Epoch epoch : ours.values()) {
      for (Held held : epoch.tracker.blocked(most)) {
        blocked.add(
            new BlockedOffset(
                epoch.partition,
                held.offset,
                held.route.session,
                nowNanos - held.arrivedNanos,
                held.attempts));
      }
    }
    return blocked;
  }

  /// The age of the oldest record that a commit point waits for, whether anything behind it has
  /// ended or not; 0 if there is none.
  public long oldestAtCommitPointNanos(long nowNanos) {
    long oldest = 0;
    for (Epoch epoch : ours.values()) {
      Held blocker = epoch.tracker.blocker();
      oldest = blocker == null ? oldest : Math.max(oldest, nowNanos - blocker.arrivedNanos);
    }
    return oldest;
  }

  public List<Session> halted() {
    return List.copyOf(halted.keySet());
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
    return Recount.of(rules.bounds(), totals, routes, parking, ours.values());
  }

  /// Sends what has gathered. Called at the end of each turn.
  public void flush() {
    post.flush();
  }
}
