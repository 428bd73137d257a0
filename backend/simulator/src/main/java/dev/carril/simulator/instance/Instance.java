package dev.carril.simulator.instance;

import dev.carril.engine.check.Law;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.Gate;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.report.Teller;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// One process that runs one core: it polls, calls handlers, commits, writes dead letters, and
/// hears from its group.
///
/// What would be threads are turns here. The thread that polls waits in the revoke callback and
/// nowhere else: meanwhile what it is asked for stands in `postponed`.
final class Instance implements CoreOut {
  /// What else than the core's own time may a hand-over take.
  private static final long GRACE_NANOS = 1_000_000_000;

  /// Where the user pauses now and then, it is after one poll in so many.
  private static final int PAUSES_ONE_IN = 8;

  /// The same for the number of workers.
  private static final int RESIZES_ONE_IN = 8;

  // Channels besides those between the core's parts.
  private static final int FROM_LOG = 0;
  private static final int TO_LOG = 1;
  private static final int FROM_GROUP = 2;
  private static final int TO_LETTERS = 3;
  private static final int OWN_CHANNELS = 4;

  private final Instances all;
  private final Cohort cohort;
  private final String name;
  private final Settings settings;
  private final WatchedInstance watched;
  private final Teller teller;
  private final Core core;
  private final Gate gate;
  private final long[] lastNanos;
  private final long[] alarmNanos;
  private final Map<Integer, Stay> owned = new LinkedHashMap<>();
  private final Deque<LogTurn> postponed = new ArrayDeque<>();
  private final List<Call> hanging = new ArrayList<>();
  private @Nullable List<Stay> callback;
  private State state = State.RUNNING;
  private boolean crashed;
  private boolean pollAsked;
  private boolean shut;
  private long polled;
  private long taken;
  private int turn;
  long frozenUntilNanos;
  boolean expelled;

  /// Where an instance is in its life.
  enum State {
    RUNNING,
    CLOSING,
    GONE
  }

  Instance(Instances all, Cohort cohort, String name, Settings settings, Cores cores) {
    this.all = all;
    this.cohort = cohort;
    this.name = name;
    this.settings = settings;
    this.teller = new Teller(name, cohort.topic(), cohort.group());
    this.watched = new WatchedInstance(cohort.watcher(), this);
    watched.touch();
    Listener listener = cohort.listener(this, watched);
    this.core = cores.make(settings, all.seed(), this, listener, all.now());
    this.gate = new Gate(settings.held(), Long.MAX_VALUE / 2, settings.poll());
    int parts = core.parts();
    this.lastNanos = new long[OWN_CHANNELS + parts * parts];
    this.alarmNanos = new long[parts];
    Arrays.fill(alarmNanos, Long.MAX_VALUE);
  }

  String name() {
    return name;
  }

  Settings settings() {
    return settings;
  }

  Core core() {
    return core;
  }

  Teller teller() {
    return teller;
  }

  Cohort cohort() {
    return cohort;
  }

  State state() {
    return state;
  }

  boolean isGone() {
    return state == State.GONE;
  }

  boolean hasCrashed() {
    return crashed;
  }

  WatchedInstance watched() {
    return watched;
  }

  // --- turns

  /// A turn of one of the core's parts; what is done in it is told what time it is.
  private final class Turn extends Agenda.Entry {
    private final int part;
    private final LongConsumer what;

    Turn(int part, LongConsumer what) {
      super(Instance.this);
      this.part = part;
      this.what = what;
    }

    @Override
    boolean happen() {
      what.accept(all.now());
      ended(part);
      return true;
    }
  }

  /// A turn of the thread that polls.
  private final class LogTurn extends Agenda.Entry {
    private final boolean heardInCallback;
    private final Runnable what;

    LogTurn(boolean heardInCallback, Runnable what) {
      super(Instance.this);
      this.heardInCallback = heardInCallback;
      this.what = what;
    }

    @Override
    boolean happen() {
      if (callback != null && !heardInCallback) {
        postponed.add(this);
      } else {
        what.run();
      }
      return true;
    }
  }

  private void ended(int part) {
    long now = all.now();
    core.flush(part, now);
    setAlarm(part);
    if (part == 0) {
      letInMore();
    }
    if (all.isToBeCounted()) {
      count(part);
    }
  }

  private void setAlarm(int part) {
    long due = core.dueNanos(part);
    if (due < alarmNanos[part]) {
      long at = Math.max(due, all.now());
      alarmNanos[part] = at;
      all.agenda().at(at, new Alarm(part));
    }
  }

  private final class Alarm extends Agenda.Entry {
    private final int part;

    Alarm(int part) {
      super(Instance.this);
      this.part = part;
    }

    @Override
    boolean happen() {
      // Where an earlier one was set since, that one has set those that follow.
      if (alarmNanos[part] > all.now()) {
        return false;
      }
      alarmNanos[part] = Long.MAX_VALUE;
      long due = core.dueNanos(part);
      if (due > all.now()) {
        setAlarm(part);
        return false;
      }
      core.tick(part, all.now());
      core.flush(part, all.now());
      if (core.dueNanos(part) <= all.now()) {
        cohort.laws().broken(Law.L12, name, "part " + part + " is never done with what is due");
        alarmNanos[part] = all.now();
        all.agenda().at(all.now() + GRACE_NANOS, this);
      }
      ended(part);
      return true;
    }
  }

  private void send(int channel, Agenda.Entry entry) {
    long at = Math.max(all.now() + all.lot(settings.shuffleNanos()), lastNanos[channel]);
    lastNanos[channel] = at;
    all.agenda().at(at, entry);
  }

  private void sendAlone(Agenda.Entry entry) {
    all.agenda().at(all.now() + all.lot(settings.shuffleNanos()), entry);
  }

  @Override
  public void post(int from, int to, Object message) {
    var turn = new Turn(to, now -> core.take(to, message, now));
    if (from == to) {
      // Lanes have threads of their own; each says one thing at a time.
      sendAlone(turn);
    } else {
      send(OWN_CHANNELS + from * core.parts() + to, turn);
    }
  }

  private void tellCore(LongConsumer what) {
    send(FROM_LOG, new Turn(0, what));
  }

  // --- the log

  /// There may be something to fetch.
  void wake() {
    if (!pollAsked && isOpen() && hasSomethingToFetch()) {
      pollAsked = true;
      sendAlone(new Poll());
    }
  }

  private boolean isOpen() {
    return callback == null && state == State.RUNNING;
  }

  private boolean hasSomethingToFetch() {
    for (Stay stay : owned.values()) {
      if (!stay.fetchPaused && stay.position < cohort.row(stay.number).end()) {
        return true;
      }
    }
    return false;
  }

  private final class Poll extends Agenda.Entry {
    Poll() {
      super(Instance.this);
    }

    @Override
    boolean happen() {
      pollAsked = false;
      if (state != State.RUNNING || callback != null) {
        return false;
      }
      shut = !gate.isOpen(polled - left(), 0);
      if (shut) {
        return false;
      }
      boolean any = poll();
      pauseNowAndThen();
      resizeNowAndThen();
      wake();
      return any;
    }
  }

  // Takes a little of each partition, beginning with another one each time.
  private boolean poll() {
    int room = settings.poll();
    int partitions = owned.size();
    Stay[] stays = owned.values().toArray(Stay[]::new);
    boolean any = false;
    for (int at = 0; at < partitions && room > 0; at++) {
      Stay stay = stays[(turn + at) % partitions];
      if (!stay.fetchPaused) {
        int count = fetch(stay, room);
        room -= count;
        any |= count > 0;
      }
    }
    turn++;
    return any;
  }

  // As a user would, who knows nothing of what goes on: the partition may be gone by the time it is
  // to be resumed, or have come back.
  private void pauseNowAndThen() {
    if (settings.pauseNanos() == 0 || owned.isEmpty() || all.lot(PAUSES_ONE_IN) != 0) {
      return;
    }
    Stay[] stays = owned.values().toArray(Stay[]::new);
    Partition partition = stays[(int) all.lot(stays.length)].partition;
    tellCore(now -> core.pauseByUser(partition, now));
    all.agenda()
        .at(
            all.now() + 1 + all.lot(settings.pauseNanos()),
            new LogTurn(true, () -> tellCore(now -> core.resumeByUser(partition, now))));
  }

  private void resizeNowAndThen() {
    if (settings.resizes() && all.lot(RESIZES_ONE_IN) == 0) {
      int count = 1 + (int) all.lot(settings.workers());
      tellCore(_ -> core.workers(count));
    }
  }

  private int fetch(Stay stay, int most) {
    var row = cohort.row(stay.number);
    List<LogRecord> found = row.from(stay.position, most);
    if (found.isEmpty()) {
      stay.position = Math.max(stay.position, row.end());
      return 0;
    }
    LogRecord[] records = found.toArray(LogRecord[]::new);
    stay.position = records[records.length - 1].offset() + 1;
    polled += records.length;
    tellCore(now -> {
      taken += records.length;
      core.arrive(stay.partition, records, now);
    });
    return records.length;
  }

  private long left() {
    return taken - core.held();
  }

  private void letInMore() {
    if (shut && gate.hasRoom(polled - left(), 0)) {
      shut = false;
      wake();
    }
  }

  @Override
  public void pause(Partition partition, boolean paused) {
    Stay stay = owned.get(partition.number());
    if (stay == null) {
      return;
    }
    stay.wantedPaused = paused;
    tellLog(() -> {
      stay.fetchPaused = paused;
      wake();
    });
  }

  private void tellLog(Runnable what) {
    send(TO_LOG, new LogTurn(false, what));
  }

  // --- commits

  @Override
  public void commit(Wish wish) {
    tellLog(() -> {
      // Those that are no longer wanted must not be sent; whoever is left is answered for.
      answer(wish, cohort.commit(this, wanted(wish)));
    });
  }

  private static List<Wish.Part> wanted(Wish wish) {
    List<Wish.Part> all = wish.parts();
    for (int at = 0; at < all.size(); at++) {
      if (!all.get(at).isWanted()) {
        return all.stream().filter(Wish.Part::isWanted).toList();
      }
    }
    return all;
  }

  private void answer(Wish wish, @Nullable String why) {
    tellCore(now -> {
      if (why == null) {
        core.committed(wish, now);
      } else {
        core.commitFailed(wish, why, now);
      }
    });
  }

  // --- partitions come and go

  /// The group says something; the thread that polls hears it at its next poll.
  private void hear(Runnable what) {
    send(FROM_GROUP, new LogTurn(false, what));
  }

  void assign(List<Stay> stays) {
    hear(() -> {
      for (Stay stay : stays) {
        if (cohort.holds(stay)) {
          assigned(stay);
        }
      }
      wake();
    });
  }

  private void assigned(Stay stay) {
    Cohort.Saved saved = cohort.saved(stay.number, settings.fromBeginning());
    stay.known = true;
    watched.touch();
    stay.position = saved.goesOnAt();
    owned.put(stay.number, stay);
    tellCore(now -> {
      stay.toldToCore = true;
      core.assigned(stay.partition, saved.position(), saved.metadata(), now);
      core.halted(cohort.halts(), now);
    });
  }

  void revoke(List<Stay> stays) {
    hear(() -> revoked(stays));
  }

  private void revoked(List<Stay> stays) {
    var leaving = new ArrayList<Stay>();
    for (Stay stay : stays) {
      if (isOwned(stay)) {
        leaving.add(stay);
      } else {
        // It never knew of it, or has lost it.
        cohort.free(stay);
      }
    }
    if (leaving.isEmpty()) {
      return;
    }
    callback = leaving;
    long deadline = all.now() + settings.drainNanos();
    List<Partition> partitions = partitions(leaving);
    tellCore(now -> core.revoke(partitions, deadline, leaving, now));
  }

  private boolean isOwned(Stay stay) {
    return owned.get(stay.number) == stay;
  }

  private static List<Partition> partitions(List<Stay> stays) {
    return stays.stream().map(stay -> stay.partition).toList();
  }

  @Override
  public void letGo(Object request, Wish last) {
    @SuppressWarnings("unchecked") // Its own list, which comes back as it went.
    var stays = (List<Stay>) request;
    send(
        TO_LOG,
        new LogTurn(
            true,
            () -> {
              answer(last, cohort.commit(this, last.parts()));
              gone(stays);
            }));
  }

  @SuppressWarnings("ReferenceEquality") // The very list that was asked for.
  private void gone(List<Stay> stays) {
    stays.forEach(this::forget);
    if (stays == callback) {
      callback = null;
      stays.forEach(cohort::free);
      goOn();
    } else {
      closed();
    }
  }

  private void forget(Stay stay) {
    if (isOwned(stay)) {
      owned.remove(stay.number);
    }
    stay.known = false;
  }

  // What was postponed while the thread that polls was in the callback.
  private void goOn() {
    while (callback == null && !postponed.isEmpty()) {
      postponed.removeFirst().happen();
    }
    wake();
  }

  void lose(List<Stay> stays) {
    hear(() -> {
      List<Stay> gone = stays.stream().filter(this::isOwned).toList();
      gone.forEach(this::forget);
      tellCore(now -> core.lost(partitions(gone), now));
    });
  }

  // --- the end

  void stop() {
    if (state != State.RUNNING) {
      return;
    }
    state = State.CLOSING;
    watched.touch();
    long deadline = all.now() + settings.drainNanos();
    new Deadline().set();
    hear(() -> {
      List<Stay> stays = List.copyOf(owned.values());
      tellCore(now -> core.close(deadline, stays, now));
    });
  }

  /// Says so if it does not come to its end in time. It may be in a callback, which has the same
  /// time, and time in which it stood still does not count.
  private final class Deadline extends Agenda.Entry {
    private final long lateNanos =
        2 * settings.drainNanos() + 6 * settings.shuffleNanos() + GRACE_NANOS;

    Deadline() {
      super(Instance.this);
    }

    void set() {
      all.agenda().at(Math.max(all.now(), frozenUntilNanos) + lateNanos, this);
    }

    @Override
    boolean happen() {
      if (state == State.CLOSING && all.now() - frozenUntilNanos < lateNanos) {
        set();
      } else if (state == State.CLOSING) {
        cohort.laws().broken(Law.L14, name, "it does not come to its end");
      }
      return false;
    }
  }

  private void closed() {
    if (owned.isEmpty()) {
      state = State.GONE;
      teller.gone("stopped", all.now());
      all.left(this);
    } else {
      // They came while it closed, and nothing of them was fetched.
      List<Stay> late = List.copyOf(owned.values());
      tellCore(now -> core.revoke(partitions(late), now, late, now));
    }
  }

  void crash() {
    state = State.GONE;
    crashed = true;
    teller.gone("crashed", all.now());
  }

  // --- handlers

  @Override
  public void start(Call call) {
    LogRecord record = call.record();
    if (settings.dedup() && cohort.hasSeen(call.partition(), record)) {
      end(call, 0, Core.Ending.REPEATED);
    } else if (all.faults().hangs(call.partition(), record)) {
      hanging.add(call);
    } else {
      long work = all.faults().workNanos(call.partition(), record, settings.workNanos());
      end(call, work, Core.Ending.WELL);
    }
  }

  private void end(Call call, long workNanos, Core.Ending ending) {
    var end =
        new Agenda.Entry(this) {
          @Override
          boolean happen() {
            if (call.end != this) {
              return false;
            }
            call.end = null;
            over(call, ending);
            return true;
          }
        };
    call.end = end;
    all.agenda().at(all.now() + workNanos + all.lot(settings.shuffleNanos()), end);
  }

  private void over(Call call, Core.Ending ending) {
    Core.Ending told = ending == Core.Ending.WELL ? worked(call) : ending;
    if (told == Core.Ending.WELL && settings.dedup()) {
      cohort.markSeen(call.partition(), call.record());
    }
    core.ended(call, told, all.now());
    if (core.parts() == 1) {
      // Handlers of such a core have no threads of their own to do what follows.
      ended(0);
    }
  }

  // What is to fail fails before its statement; what was handled before has no statement.
  private Core.Ending worked(Call call) {
    Core.Ending ending = all.faults().ending(cohort.group(), call.partition(), call.record());
    String sql = settings.sql();
    if (ending != Core.Ending.WELL || sql == null) {
      return ending;
    }
    Effect effect = all.around().run(sql, call.record());
    cohort.worked(call, effect.why());
    if (effect.why() != null) {
      all.tellFailed(this, call, effect.why());
    }
    return effect.ending();
  }

  @Override
  public void interrupt(Call call) {
    hanging.remove(call);
    end(call, 0, Core.Ending.FAILED);
  }

  @Override
  public void dropped(Place place, long nowNanos) {
    watched.dropped(place, nowNanos);
  }

  /// Handlers that hang come to their end after all.
  ///
  /// @return whether any did
  boolean heal() {
    List<Call> calls = List.copyOf(hanging);
    hanging.clear();
    if (isGone()) {
      return false;
    }
    calls.forEach(call -> end(call, settings.workNanos(), Core.Ending.WELL));
    return !calls.isEmpty();
  }

  boolean hangs() {
    return !isGone() && !hanging.isEmpty();
  }

  // --- dead letters

  // A halt is kept before the dead letter that causes it, so that no crash leaves the one without
  // the other.
  @Override
  public void write(Letter letter) {
    send(
        TO_LETTERS,
        new Agenda.Entry(this) {
          @Override
          boolean happen() {
            if (!letter.isWanted()) {
              acknowledge(letter, "its partition has gone");
              return true;
            }
            if (settings.haltAfterDeadLetter() && letter.reason().haltsSession()) {
              cohort.halt(letter);
            }
            if (all.faults().deadLettersAwayUntilNanos > all.now()) {
              acknowledge(letter, "the dead-letter topic is away");
            } else {
              cohort.keep(letter);
              acknowledge(letter, null);
            }
            return true;
          }
        });
  }

  private void acknowledge(Letter letter, @Nullable String why) {
    sendAlone(
        new Turn(
            0,
            now -> {
              if (why == null) {
                core.deadLetterWritten(letter, now);
              } else {
                core.deadLetterFailed(letter, why, now);
              }
            }));
  }

  /// Somebody lets a session go on.
  void goOn(Session session) {
    tellCore(now -> core.release(session, now));
  }

  @Override
  public void release(Session session) {
    cohort.release(session);
  }

  // --- what no event tells

  private void count(int part) {
    List<String> wrongs = core.recount(part);
    if (!wrongs.isEmpty()) {
      wrongs.forEach(wrong -> cohort.laws().broken(Law.L11, name, wrong));
    }
    String stuck = core.stuck(part);
    if (stuck != null) {
      cohort.laws().broken(Law.L12, name, stuck);
    }
    String surplus = core.surplus();
    if (surplus != null) {
      cohort.laws().broken(Law.L13, name, surplus);
    }
    if (part != 0) {
      return;
    }
    if (isOpen() && !pollAsked && !shut && hasSomethingToFetch()) {
      cohort.laws().broken(Law.L12, name, "there is something to fetch, and nobody fetches it");
    }
    long held = polled - left();
    if (held > settings.held()) {
      cohort.laws().broken(Law.L13, name, held + " records are held");
    }
    for (Stay stay : owned.values()) {
      int ahead = core.ahead(stay.partition);
      // What is held may end when its partition is paused already, and what a commit's metadata
      // knows
      // to have ended counts as soon as it is polled, without ever being held.
      if (ahead > settings.ahead() + settings.held() + settings.poll()) {
        cohort.laws().broken(Law.L13, name, ahead + " offsets of " + stay + " are done ahead");
      }
      if (ahead >= 0 && stay.toldToCore && stay.wantedPaused != core.isPaused(stay.partition)) {
        cohort.laws().broken(Law.L10, name, stay + " is paused: " + stay.wantedPaused);
      }
    }
  }

  /// Nothing is to come any more: what is left over is too much.
  void quiet() {
    for (int part = 0; part < core.parts(); part++) {
      count(part);
    }
    if (core.held() > 0) {
      cohort.laws().broken(Law.L12, name, core.held() + " records are still held");
    }
    if (core.sessions() > 0) {
      cohort.laws().broken(Law.L13, name, core.sessions() + " sessions are kept for nothing");
    }
    cohort.laws().quiet(name);
  }
}
