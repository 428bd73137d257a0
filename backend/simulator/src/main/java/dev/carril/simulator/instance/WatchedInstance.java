package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Seen.Standing;
import dev.carril.simulator.instance.report.Teller;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What one instance has, gathered from what it tells.
final class WatchedInstance implements Listener {
  /// More lanes than this are not told one by one, but what each worker has to do; and of the lanes
  /// those that are held up, so many at most.
  private static final int LANES_TOLD = 200;

  private static final int HALTED_TOLD = 50;
  private static final int STATEMENT_TOLD = 200;

  private final Watcher watcher;
  private final Instance instance;
  final Map<Session, WatchedLane> lanes = new LinkedHashMap<>();
  final Set<Session> halted = new LinkedHashSet<>();
  private final Map<Place, Delivery> deliveries = new HashMap<>();
  private final Map<Integer, Map<Pause, String>> pauses = new TreeMap<>();
  private long handled;
  private long retries;
  private long letters;
  private int reprieved;
  boolean touched;

  // Where there are too many lanes, those that are told; null where all are.
  private @Nullable Set<WatchedLane> told;

  WatchedInstance(Watcher watcher, Instance instance) {
    this.watcher = watcher;
    this.instance = instance;
  }

  Teller teller() {
    return instance.teller();
  }

  String name() {
    return instance.name();
  }

  long idleNanos() {
    return instance.settings().idleNanos();
  }

  void touch() {
    if (!touched) {
      touched = true;
      watcher.touched().instances.add(this);
    }
  }

  private void touch(WatchedLane lane) {
    if (!lane.touched) {
      lane.touched = true;
      watcher.touched().lanes.add(lane);
    }
    touch();
  }

  // --- what it tells

  @Override
  public void tell(Event event) {
    switch (event) {
      case Event.Delivered(var place, var _, var now) -> delivered(place, now);
      case Event.AlreadyDone it -> ended(it, Standing.DONE);
      case Event.Parked it -> stands(it, Standing.PARKED);
      case Event.Queued(var place, var worker, var _) -> {
        Delivery delivery = stands((Event.OfRecord) event, Standing.QUEUED);
        if (delivery != null) {
          delivery.lane.worker = worker(place, worker);
        }
      }
      case Event.Started it -> stands(it, Standing.WORKING);
      case Event.Succeeded it -> {
        handled++;
        ended(it, Standing.DONE);
      }
      case Event.Repeated it -> ended(it, Standing.DONE);
      case Event.Failed it -> stands(it, Standing.QUEUED);
      case Event.BackedOff it -> {
        retries++;
        Delivery delivery = deliveries.get(it.place());
        boolean reprieved = delivery != null && delivery.standing == Standing.REPRIEVED;
        stands(it, reprieved ? Standing.REPRIEVED : Standing.BACKING_OFF);
        if (delivery != null) {
          delivery.sinceNanos = it.atNanos();
          delivery.untilNanos = it.untilNanos();
        }
      }
      case Event.Condemned(var place, var _, var reason, var now) -> condemned(place, reason, now);
      case Event.Reprieved it -> {
        Delivery delivery = stands(it, Standing.REPRIEVED);
        if (delivery != null && !delivery.reprieved) {
          delivery.reprieved = true;
          reprieved++;
        }
      }
      case Event.DeadLetterFailed _ -> {
        // It still waits.
      }
      case Event.DeadLettered it -> deadLettered(it);
      case Event.FinishedAfterSkip(var place, var _, var _, var now) -> finished(place, now);
      case Event.HandedBack(var place, var _, var now) -> back(place, now);
      case Event.EndedLate(var place, var _, var _, var now) -> back(place, now);
      case Event.LaneOpened(var session, var worker, var now) -> {
        WatchedLane lane = lane(session, null);
        lane.open = true;
        lane.worker = worker;
        lane.idleSince(now);
        touch(lane);
      }
      case Event.LaneClosed(var session, var _, var _) -> closed(session);
      case Event.Halted(var session, var _) -> {
        halted.add(session);
        touchLaneOf(session);
      }
      case Event.Released(var session, var _) -> {
        halted.remove(session);
        touchLaneOf(session);
      }
      case Event.Assigned(var partition, var epoch, var position, var _, var now) -> {
        pauses.remove(partition.number());
        watcher.partition(partition.number()).assigned(this, epoch, position, now);
        touch();
      }
      case Event.LetGo it -> gone(it);
      case Event.Lost it -> gone(it);
      case Event.Paused(var partition, var _, var why, var session, var _) -> {
        pauses
            .computeIfAbsent(partition.number(), _ -> new EnumMap<>(Pause.class))
            .put(why, session == null ? "" : session.toString());
        touch();
      }
      case Event.Resumed(var partition, var _, var why, var _) -> {
        Map<Pause, String> reasons = pauses.get(partition.number());
        if (reasons != null && reasons.remove(why) != null && reasons.isEmpty()) {
          pauses.remove(partition.number());
        }
        touch();
      }
      case Event.Committed(var partition, var epoch, var offset, var now) -> {
        WatchedPartition row = watcher.partition(partition.number());
        if (row.isOf(this, epoch)) {
          row.committed(offset, now);
        }
      }
      case Event.MetadataIgnored _, Event.Draining _, Event.CommitSent _, Event.CommitFailed _ -> {
        // Nothing that stays.
      }
    }
  }

  private int worker(Place place, int told) {
    return switch (instance.settings().design()) {
      case POOL -> -1;
      case WORKERS, WORKERS_REQUEUE ->
          (int) Math.floorMod(place.session().hash(), (long) instance.settings().workers());
      case PARTITION -> place.partition().number();
      default -> instance.settings().isEngine() ? told : -1;
    };
  }

  private void delivered(Place place, long now) {
    WatchedLane lane =
        lane(place.session(), place.session().key() == null ? place.partition() : null);
    var delivery = new Delivery(place, lane);
    deliveries.put(place, delivery);
    lane.deliveries.add(delivery);
    WatchedPartition row = watcher.partition(place.partition().number());
    if (row.isOf(this, place.epoch())) {
      row.delivered(delivery, now);
    }
    touch(lane);
  }

  private WatchedLane lane(Session session, @Nullable Partition keyless) {
    return lanes.computeIfAbsent(
        session, it -> new WatchedLane(this, watcher.nextLane(), it, keyless));
  }

  private @Nullable Delivery stands(Event.OfRecord event, Standing standing) {
    Delivery delivery = deliveries.get(event.place());
    if (delivery == null) {
      return null;
    }
    delivery.standing = standing;
    delivery.attempt = Math.max(delivery.attempt, event.attempt());
    delivery.sinceNanos = -1;
    delivery.untilNanos = -1;
    mark(delivery.place, standing, event.atNanos());
    touch(delivery.lane);
    return delivery;
  }

  private void mark(Place place, Standing standing, long now) {
    WatchedPartition row = watcher.partition(place.partition().number());
    if (row.isOf(this, place.epoch())) {
      row.stands(place.offset(), standing, now);
    }
  }

  private void ended(Event.OfRecord event, Standing standing) {
    mark(event.place(), standing, event.atNanos());
    remove(event.place(), event.atNanos());
  }

  private void remove(Place place, long now) {
    Delivery delivery = deliveries.remove(place);
    if (delivery != null) {
      takeOut(delivery, now);
    }
  }

  /// It is nowhere any more.
  void forget(Delivery delivery, long now) {
    if (deliveries.remove(delivery.place, delivery)) {
      takeOut(delivery, now);
    }
  }

  private void takeOut(Delivery delivery, long now) {
    notReprieved(delivery);
    WatchedLane lane = delivery.lane;
    lane.deliveries.remove(delivery);
    lane.idleSince(now);
    touch(lane);
    closeIfOver(lane);
  }

  private void notReprieved(Delivery delivery) {
    if (delivery.reprieved) {
      delivery.reprieved = false;
      reprieved--;
    }
  }

  /// Records that were to be dead letters, and are tried again for as long as the budget for those
  /// is spent.
  int reprieved() {
    return reprieved;
  }

  private void closeIfOver(WatchedLane lane) {
    if (lane.deliveries.isEmpty() && !lane.open) {
      lanes.remove(lane.session, lane);
    }
  }

  private void condemned(Place place, Reason reason, long now) {
    Delivery delivery = deliveries.get(place);
    if (delivery == null) {
      return;
    }
    if (reason == Reason.GAP_TIMEOUT && delivery.standing == Standing.WORKING) {
      delivery.skipped = true;
    } else {
      delivery.standing = Standing.CONDEMNED;
    }
    notReprieved(delivery);
    delivery.sinceNanos = -1;
    delivery.untilNanos = -1;
    mark(place, Standing.CONDEMNED, now);
    touch(delivery.lane);
  }

  private void deadLettered(Event.DeadLettered it) {
    letters++;
    watcher.deadLettered(this, it);
    mark(
        it.place(),
        it.reason() == Reason.GAP_TIMEOUT ? Standing.SKIPPED : Standing.DEAD,
        it.atNanos());
    Delivery delivery = deliveries.get(it.place());
    if (delivery != null && delivery.skipped) {
      delivery.settled = true;
    } else {
      remove(it.place(), it.atNanos());
    }
  }

  private void finished(Place place, long now) {
    Delivery delivery = deliveries.get(place);
    if (delivery == null || delivery.settled) {
      remove(place, now);
    } else {
      delivery.skipped = false;
      delivery.standing = Standing.CONDEMNED;
      touch(delivery.lane);
    }
  }

  private void back(Place place, long now) {
    WatchedPartition row = watcher.partition(place.partition().number());
    if (row.isOf(this, place.epoch())) {
      row.back(place.offset(), now);
    }
    remove(place, now);
  }

  private void closed(Session session) {
    WatchedLane lane = lanes.get(session);
    if (lane != null) {
      lane.open = false;
      touch(lane);
      closeIfOver(lane);
    }
  }

  private void touchLaneOf(Session session) {
    WatchedLane lane = lanes.get(session);
    if (lane != null) {
      touch(lane);
    }
    touch();
  }

  private void gone(Event.OfPartition it) {
    int number = it.partition().number();
    pauses.remove(number);
    WatchedPartition row = watcher.partition(number);
    if (row.isOf(this, it.epoch())) {
      row.clear();
    }
    // What still runs comes to its end late; the rest is nobody's.
    for (WatchedLane lane : List.copyOf(lanes.values())) {
      for (Delivery delivery : List.copyOf(lane.deliveries)) {
        Place place = delivery.place;
        if (place.epoch() == it.epoch()
            && place.partition().equals(it.partition())
            && delivery.standing != Standing.WORKING) {
          forget(delivery, it.atNanos());
        }
      }
    }
    touch();
  }

  /// It looks as the instance takes it, which is done; only who checks the order finds it lost.
  void dropped(Place place, long now) {
    mark(place, Standing.DONE, now);
    remove(place, now);
  }

  /// The process is gone, and all that it held with it.
  void left() {
    lanes.values().forEach(this::touch);
    lanes.clear();
    deliveries.clear();
    reprieved = 0;
    pauses.clear();
    halted.clear();
    watcher.left(this);
    touch();
  }

  // --- what there is to see

  /// Decides which lanes are told, and adds the keys of those that are new, changed or gone.
  void chooseLanes() {
    Set<WatchedLane> before = told;
    if (lanes.size() <= LANES_TOLD) {
      told = null;
    } else {
      told = new LinkedHashSet<>();
      for (WatchedLane lane : lanes.values()) {
        if (told.size() < LANES_TOLD && lane.isInTrouble()) {
          told.add(lane);
        }
      }
    }
    if (before == null && told == null) {
      return;
    }
    if (before != null) {
      before.forEach(this::touch);
    }
    if (before == null || told == null) {
      lanes.values().forEach(this::touch);
    } else {
      told.forEach(this::touch);
    }
  }

  boolean isTold(WatchedLane lane) {
    return lanes.get(lane.session) == lane && (told == null || told.contains(lane));
  }

  Seen.@Nullable OfLane lane(long number) {
    for (WatchedLane lane : lanesTold()) {
      if (lane.number == number) {
        return lane.seen();
      }
    }
    return null;
  }

  Collection<WatchedLane> lanesTold() {
    return told == null ? lanes.values() : told;
  }

  Seen.OfInstance seen() {
    int working = 0;
    int backingOff = 0;
    int queued = 0;
    int parked = 0;
    var loads = new TreeMap<Integer, int[]>();
    for (WatchedLane lane : lanes.values()) {
      int at = lane.count(Standing.WORKING);
      int off = lane.count(Standing.BACKING_OFF) + lane.count(Standing.REPRIEVED);
      int waits = lane.count(Standing.QUEUED) + lane.count(Standing.FETCHED);
      working += at;
      backingOff += off;
      queued += waits;
      parked += lane.count(Standing.PARKED);
      if (told != null) {
        int[] load = loads.computeIfAbsent(lane.worker, _ -> new int[4]);
        load[0]++;
        load[1] += at;
        load[2] += off;
        load[3] += waits;
      }
    }
    var settings = instance.settings();
    return new Seen.OfInstance(
        name(),
        watcher.cohort().topic(),
        watcher.cohort().group(),
        settings.design().word(),
        settings.title(),
        state(),
        instance.frozenUntilNanos > 0 ? instance.frozenUntilNanos : -1,
        instance.expelled,
        watcher.cohort().ownedSeen(instance),
        paused(),
        settings.workers(),
        hasRing(),
        settings.laneCapacity(),
        lanes.size(),
        working,
        backingOff,
        queued,
        parked,
        halted.stream().limit(HALTED_TOLD).map(Session::toString).toList(),
        handled,
        retries,
        letters,
        reprieved,
        beginning(settings.sql()),
        loads.entrySet().stream()
            .map(load ->
                new Seen.Load(
                    load.getKey(),
                    load.getValue()[0],
                    load.getValue()[1],
                    load.getValue()[2],
                    load.getValue()[3]))
            .toList());
  }

  // It is told anew with each change of the instance.
  private static @Nullable String beginning(@Nullable String sql) {
    return sql == null || sql.codePointCount(0, sql.length()) <= STATEMENT_TOLD
        ? sql
        : sql.substring(0, sql.offsetByCodePoints(0, STATEMENT_TOLD - 1)) + "…";
  }

  @Nullable Standing standing(int partition, long offset) {
    return watcher.standing(this, partition, offset);
  }

  int attempt(int partition, long offset) {
    return watcher.attempt(this, partition, offset);
  }

  /// Other designs deal sessions otherwise, or not at all.
  boolean hasRing() {
    // One that changes would have to be drawn anew each time.
    return instance.settings().isEngine() && !instance.settings().resizes();
  }

  private String state() {
    return switch (instance.state()) {
      case RUNNING -> "running";
      case CLOSING -> "draining";
      case GONE -> instance.hasCrashed() ? "crashed" : "stopped";
    };
  }

  private List<Seen.Paused> paused() {
    var all = new ArrayList<Seen.Paused>();
    pauses.forEach((number, reasons) ->
        reasons.forEach((why, session) ->
            all.add(new Seen.Paused(number, why.word(), session.isEmpty() ? null : session))));
    return all;
  }
}
