package dev.carril.simulator.contrast;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.Event;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Call;
import dev.carril.simulator.instance.Core;
import dev.carril.simulator.instance.CoreOut;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Letter;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.instance.Settings.WhenFull;
import dev.carril.simulator.instance.Wish;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A consumer as one would write it who wants to be done soon: one owner, strands of records that
/// wait for each other, and a watermark. Where the settings ask for nothing wrong it keeps the
/// laws.
public final class PlainCore implements Core {
  private final Settings settings;
  private final RetrySchedule schedule;
  private final Design design;
  private final boolean retryAtEnd;
  private final WhenFull whenFull;
  private final CoreOut out;
  private final Listener listener;
  private final Map<Partition, Tenure> ours = new LinkedHashMap<>();
  private final Map<Object, Strand> strands = new LinkedHashMap<>();
  private final List<Delayed> delayed = new ArrayList<>();
  private final List<Leaving> leaving = new ArrayList<>();
  private final List<Writing> writings = new ArrayList<>();

  // Dead letters that could not be written, and are again when they are due.
  private final List<Writing> again = new ArrayList<>();
  private long epochs;
  private long commitDueNanos;
  private @Nullable Wish underWay;
  private boolean closing;
  private int held;

  public PlainCore(Settings settings, long seed, CoreOut out, Listener listener, long nowNanos) {
    this.settings = settings;
    this.schedule = settings.retrySchedule(seed);
    this.design = settings.design();
    this.retryAtEnd = settings.retryAtEnd() || design == Design.WORKERS_REQUEUE;
    this.whenFull = design == Design.DROP ? WhenFull.DROP : settings.whenFull();
    this.out = out;
    this.listener = listener;
    this.commitDueNanos = nowNanos + settings.commitNanos();
  }

  /// Something that waits without holding anything up.
  private record Delayed(long untilNanos, Item item) {}

  private record Leaving(List<Tenure> tenures, long deadlineNanos, Object request) {}

  // --- partitions come and go

  @Override
  public void assigned(Partition partition, long position, String metadata, long nowNanos) {
    var tenure =
        new Tenure(partition, ++epochs, position, metadata, design, settings.commitHighest());
    tenure.draining = closing;
    ours.put(partition, tenure);
    listener.tell(
        new Event.Assigned(partition, tenure.number, position, tenure.restored(), nowNanos));
    out.pause(partition, closing);
    tenure.paused = closing;
  }

  @Override
  public void revoke(List<Partition> partitions, long deadlineNanos, Object request, long now) {
    var tenures = new ArrayList<Tenure>();
    for (Partition partition : partitions) {
      Tenure tenure = ours.get(partition);
      if (tenure != null) {
        tenures.add(tenure);
        listener.tell(new Event.Draining(partition, tenure.number, deadlineNanos, now));
        tenure.draining = true;
        tenure.fenced = design == Design.FENCE_FIRST;
        pause(tenure, true, now);
        takeOut(tenure, now);
      }
    }
    leaving.add(new Leaving(tenures, deadlineNanos, request));
    finishLeaving(now);
  }

  @Override
  public void close(long deadlineNanos, Object request, long nowNanos) {
    closing = true;
    revoke(List.copyOf(ours.keySet()), deadlineNanos, request, nowNanos);
  }

  @Override
  public void lost(List<Partition> partitions, long nowNanos) {
    for (Partition partition : partitions) {
      Tenure tenure = ours.remove(partition);
      if (tenure != null) {
        listener.tell(new Event.Lost(partition, tenure.number, nowNanos));
        fence(tenure, nowNanos);
      }
    }
    finishLeaving(nowNanos);
  }

  private void finishLeaving(long now) {
    for (Iterator<Leaving> all = leaving.iterator(); all.hasNext(); ) {
      Leaving one = all.next();
      boolean drained = one.tenures.stream().allMatch(tenure -> tenure.gone || tenure.out == 0);
      if (drained || !settings.drains() || one.deadlineNanos <= now) {
        all.remove();
        letGo(one, now);
      }
    }
  }

  private void letGo(Leaving one, long now) {
    var parts = new ArrayList<Wish.Part>();
    for (Tenure tenure : one.tenures) {
      if (!tenure.gone) {
        if (tenure.isDirty()) {
          parts.add(part(tenure, now));
        }
        listener.tell(new Event.LetGo(tenure.partition, tenure.number, tenure.out == 0, now));
        ours.remove(tenure.partition);
        fence(tenure, now);
      }
    }
    out.letGo(one.request, new Wish(parts, this));
  }

  private void fence(Tenure tenure, long now) {
    tenure.gone = true;
    takeOut(tenure, now);
    for (Writing writing : List.copyOf(writings)) {
      Item item = writing.item;
      if (item.tenure == tenure) {
        writings.remove(writing);
        unblock(item);
        back(item, now);
        begin(item.strand, now);
      }
    }
  }

  private static void unblock(Item item) {
    if (item.strand.blocked == item) {
      item.strand.blocked = null;
    }
  }

  // What does not run and does not wait for its dead letter.
  private void takeOut(Tenure tenure, long now) {
    delayed.removeIf(it -> {
      boolean its = it.item.tenure == tenure;
      if (its) {
        it.item.strand.beside--;
        back(it.item, now);
      }
      return its;
    });
    for (Strand strand : List.copyOf(strands.values())) {
      strand.queue.removeIf(item -> {
        boolean its = item.tenure == tenure;
        if (its) {
          tenure.waiting--;
          back(item, now);
        }
        return its;
      });
      Item blocked = strand.blocked;
      if (blocked != null && blocked.tenure == tenure && !blocked.condemned) {
        strand.blocked = null;
        back(blocked, now);
      }
      begin(strand, now);
    }
  }

  private void back(Item item, long now) {
    held--;
    listener.tell(new Event.HandedBack(item.place, item.attempts, now));
  }

  // --- records come in

  @Override
  public void arrive(Partition partition, LogRecord[] records, long nowNanos) {
    Tenure tenure = ours.get(partition);
    for (LogRecord record : records) {
      if (tenure != null && !tenure.draining) {
        arrive(tenure, record, nowNanos);
      }
    }
  }

  private void arrive(Tenure tenure, LogRecord record, long now) {
    String key = record.key();
    Session session =
        key == null ? Session.keyless(tenure.partition) : Session.of(tenure.partition.topic(), key);
    var place = new Place(tenure.partition, tenure.number, record.offset(), session, null);
    Strand strand = strand(place);
    var item = new Item(record, place, tenure, strand, now);
    listener.tell(new Event.Delivered(place, record.hasHeader(Header.REDRIVE_OF), now));
    tenure.deliver(item);
    if (tenure.wasDone(record.offset())) {
      tenure.end(item);
      listener.tell(new Event.AlreadyDone(place, now));
      drop(strand);
      return;
    }
    boolean full = strand.width == 1 && strand.size() >= settings.laneCapacity();
    if (full && whenFull == WhenFull.DROP) {
      tenure.end(item);
      out.dropped(place, now);
      return;
    }
    held++;
    listener.tell(new Event.Queued(place, 0, now));
    if (full && whenFull == WhenFull.OVERTAKE) {
      strand.running.add(item);
      start(item, now);
      return;
    }
    strand.queue.addLast(item);
    tenure.waiting++;
    if (tenure.waiting > settings.store() + settings.laneCapacity()) {
      pause(tenure, true, now);
    }
    begin(strand, now);
  }

  private Strand strand(Place place) {
    Object key =
        switch (design) {
          case POOL -> Design.POOL;
          case WORKERS, WORKERS_REQUEUE ->
              Math.floorMod(place.session().hash(), (long) settings.workers());
          case PARTITION -> place.partition();
          default -> place.session();
        };
    int width = design == Design.POOL ? settings.workers() : 1;
    return strands.computeIfAbsent(key, it -> new Strand(it, width));
  }

  // A strand in which nothing is leaves nothing behind.
  private void drop(Strand strand) {
    if (strand.size() == 0) {
      strands.remove(strand.key, strand);
    }
  }

  private void pause(Tenure tenure, boolean paused, long now) {
    if (tenure.paused != paused) {
      tenure.paused = paused;
      Pause why = tenure.draining ? Pause.DRAINING : Pause.STORE;
      listener.tell(
          paused
              ? new Event.Paused(tenure.partition, tenure.number, why, null, now)
              : new Event.Resumed(tenure.partition, tenure.number, why, now));
      out.pause(tenure.partition, paused);
    }
  }

  // --- handlers

  private void begin(Strand strand, long now) {
    while (strand.mayStart()) {
      Item item = strand.queue.removeFirst();
      item.tenure.waiting--;
      if (item.tenure.paused
          && !item.tenure.draining
          && item.tenure.waiting <= settings.store() / 2) {
        pause(item.tenure, false, now);
      }
      strand.running.add(item);
      start(item, now);
    }
    drop(strand);
  }

  private void start(Item item, long now) {
    item.attempts++;
    item.tenure.out++;
    listener.tell(new Event.Started(item.place, item.attempts, now));
    out.start(new Handling(item));
  }

  private static final class Handling extends Call {
    private final Item item;

    Handling(Item item) {
      this.item = item;
    }

    @Override
    public Partition partition() {
      return item.place.partition();
    }

    @Override
    public LogRecord record() {
      return item.record;
    }

    @Override
    public int attempt() {
      return item.attempts;
    }
  }

  @Override
  public void ended(Call call, Ending ending, long nowNanos) {
    Item item = ((Handling) call).item;
    Strand strand = item.strand;
    strand.running.remove(item);
    item.tenure.out--;
    if (item.tenure.gone || item.tenure.fenced) {
      late(item, ending, nowNanos);
    } else {
      inTime(item, ending, nowNanos);
    }
    begin(strand, nowNanos);
    finishLeaving(nowNanos);
  }

  private void late(Item item, Ending ending, long now) {
    held--;
    boolean well = ending == Ending.WELL || ending == Ending.REPEATED;
    boolean counts = well && (!settings.fence() || design == Design.NO_EPOCHS);
    if (counts) {
      listener.tell(new Event.Succeeded(item.place, item.attempts, now));
      Tenure present = ours.get(item.place.partition());
      Item again = present == null ? null : present.open(item.record.offset());
      if (present != null && again != null) {
        present.end(again);
      }
    } else {
      listener.tell(new Event.EndedLate(item.place, item.attempts, well, now));
    }
  }

  private void inTime(Item item, Ending ending, long now) {
    switch (ending) {
      case WELL -> {
        listener.tell(new Event.Succeeded(item.place, item.attempts, now));
        end(item);
      }
      case REPEATED -> {
        listener.tell(new Event.Repeated(item.place, item.attempts, now));
        end(item);
      }
      case FAILED, FAILED_FOR_GOOD -> {
        boolean terminal = ending == Ending.FAILED_FOR_GOOD;
        listener.tell(new Event.Failed(item.place, item.attempts, terminal, "as told", now));
        failed(item, terminal, now);
      }
    }
  }

  private void end(Item item) {
    item.tenure.end(item);
    held--;
  }

  private void failed(Item item, boolean terminal, long now) {
    if (terminal || item.attempts >= settings.attemptsMax()) {
      condemn(item, terminal ? Reason.TERMINAL : Reason.ATTEMPTS_SPENT, now);
    } else if (item.tenure.draining) {
      back(item, now);
    } else {
      long wait = waitNanos(item, item.attempts);
      listener.tell(new Event.BackedOff(item.place, item.attempts, now + wait, now));
      if (retryAtEnd || item.strand.width > 1 || item.strand.blocked != null) {
        item.strand.beside++;
        delayed.add(new Delayed(now + wait, item));
      } else {
        item.strand.blocked = item;
        item.strand.blockedUntilNanos = now + wait;
      }
    }
  }

  private long waitNanos(Item item, int attempts) {
    return schedule.waitNanos(item.place.session().hash(), item.record.offset(), attempts);
  }

  // --- dead letters

  private void condemn(Item item, Reason reason, long now) {
    item.condemned = true;
    item.tenure.out++;
    listener.tell(new Event.Condemned(item.place, item.attempts, reason, now));
    var writing = new Writing(item, reason);
    writings.add(writing);
    if (design == Design.DEAD_LETTER_UNACKED) {
      settle(writing, now);
    } else if (item.strand.width == 1 && item.strand.blocked == null) {
      item.strand.blocked = item;
      item.strand.blockedUntilNanos = Long.MAX_VALUE;
    }
    out.write(writing);
  }

  private static final class Writing implements Letter {
    private final Item item;
    private final Reason reason;
    private boolean settled;
    private int tries = 1;
    private long dueNanos;

    Writing(Item item, Reason reason) {
      this.item = item;
      this.reason = reason;
    }

    @Override
    public Partition partition() {
      return item.place.partition();
    }

    @Override
    public LogRecord record() {
      return item.record;
    }

    @Override
    public Session session() {
      return item.place.session();
    }

    @Override
    public Reason reason() {
      return reason;
    }

    @Override
    public int attempts() {
      return item.attempts;
    }

    @Override
    public boolean isWanted() {
      return !item.tenure.gone;
    }
  }

  private void settle(Writing writing, long now) {
    Item item = writing.item;
    if (writing.settled || item.tenure.gone) {
      return;
    }
    writing.settled = true;
    writings.remove(writing);
    item.tenure.out--;
    listener.tell(new Event.DeadLettered(item.place, item.attempts, writing.reason, now));
    end(item);
    unblock(item);
  }

  @Override
  public void deadLetterWritten(Letter letter, long nowNanos) {
    var writing = (Writing) letter;
    settle(writing, nowNanos);
    begin(writing.item.strand, nowNanos);
    finishLeaving(nowNanos);
  }

  @Override
  public void deadLetterFailed(Letter letter, String why, long nowNanos) {
    var writing = (Writing) letter;
    if (!writing.settled && !writing.item.tenure.gone) {
      listener.tell(
          new Event.DeadLetterFailed(writing.item.place, writing.item.attempts, why, nowNanos));
      again.add(writing);
      writing.dueNanos = nowNanos + waitNanos(writing.item, writing.tries);
      writing.tries++;
    }
  }

  // --- commits

  private Wish.Part part(Tenure tenure, long now) {
    long offset = tenure.commitPoint();
    listener.tell(
        new Event.CommitSent(tenure.partition, tenure.number, offset, tenure.ahead(), now));
    return design == Design.METADATA_LATE
        ? new LateMetadata(tenure, offset, tenure.version())
        : new OneLook(tenure, offset, tenure.metadata(), tenure.version());
  }

  private interface Own extends Wish.Part {
    Tenure tenure();

    long version();

    @Override
    default Partition partition() {
      return tenure().partition;
    }

    @Override
    default boolean isWanted() {
      return !tenure().gone;
    }
  }

  private record OneLook(Tenure tenure, long offset, String metadata, long version)
      implements Own {}

  private record LateMetadata(Tenure tenure, long offset, long version) implements Own {
    @Override
    public String metadata() {
      return tenure.metadata();
    }
  }

  @Override
  public void committed(Wish wish, long nowNanos) {
    for (Wish.Part part : wish.parts()) {
      Own own = (Own) part;
      own.tenure().committed(own.version());
      listener.tell(
          new Event.Committed(part.partition(), own.tenure().number, part.offset(), nowNanos));
    }
    answered(wish);
  }

  @Override
  public void commitFailed(Wish wish, String why, long nowNanos) {
    for (Wish.Part part : wish.parts()) {
      long epoch = ((Own) part).tenure().number;
      listener.tell(new Event.CommitFailed(part.partition(), epoch, part.offset(), why, nowNanos));
    }
    answered(wish);
  }

  @SuppressWarnings("ReferenceEquality") // The very one that was sent, not one like it.
  private void answered(Wish wish) {
    if (wish == underWay) {
      underWay = null;
    }
  }

  // --- time

  @Override
  public void tick(int part, long nowNanos) {
    if (commitDue() <= nowNanos) {
      commit(nowNanos);
    }
    for (Iterator<Delayed> all = delayed.iterator(); all.hasNext(); ) {
      Delayed one = all.next();
      if (one.untilNanos <= nowNanos) {
        all.remove();
        putBack(one.item);
      }
    }
    for (Writing writing : List.copyOf(again)) {
      if (writing.dueNanos <= nowNanos) {
        again.remove(writing);
        if (writing.isWanted()) {
          out.write(writing);
        }
      }
    }
    for (Strand strand : List.copyOf(strands.values())) {
      Item blocked = strand.blocked;
      if (blocked != null && strand.blockedUntilNanos <= nowNanos) {
        strand.blocked = null;
        strand.queue.addFirst(blocked);
        blocked.tenure.waiting++;
      }
      begin(strand, nowNanos);
    }
    finishLeaving(nowNanos);
  }

  private void putBack(Item item) {
    Strand strand = item.strand;
    strand.beside--;
    if (retryAtEnd) {
      strand.queue.addLast(item);
    } else {
      strand.queue.addFirst(item);
    }
    item.tenure.waiting++;
  }

  private void commit(long now) {
    commitDueNanos = now + settings.commitNanos();
    var parts = new ArrayList<Wish.Part>();
    for (Tenure tenure : ours.values()) {
      if (tenure.isDirty()) {
        parts.add(part(tenure, now));
      }
    }
    if (!parts.isEmpty()) {
      underWay = new Wish(parts, this);
      out.commit(underWay);
    }
  }

  private long commitDue() {
    if (underWay == null) {
      for (Tenure tenure : ours.values()) {
        if (tenure.isDirty()) {
          return commitDueNanos;
        }
      }
    }
    return Long.MAX_VALUE;
  }

  @Override
  public long dueNanos(int part) {
    long due = commitDue();
    for (Delayed one : delayed) {
      due = Math.min(due, one.untilNanos);
    }
    for (Leaving one : leaving) {
      due = Math.min(due, one.deadlineNanos);
    }
    for (Strand strand : strands.values()) {
      due = strand.blocked == null ? due : Math.min(due, strand.blockedUntilNanos);
    }
    for (Writing writing : again) {
      due = Math.min(due, writing.dueNanos);
    }
    return due;
  }

  // --- what there is to see

  @Override
  public int parts() {
    return 1;
  }

  @Override
  public void take(int part, Object message, long nowNanos) {
    throw new IllegalStateException("one part has nobody to talk to");
  }

  @Override
  public void flush(int part, long nowNanos) {}

  @Override
  public int held() {
    return held;
  }

  @Override
  public int sessions() {
    return strands.size();
  }

  @Override
  public int ahead(Partition partition) {
    return ours.containsKey(partition) ? 0 : -1;
  }

  @Override
  public boolean isPaused(Partition partition) {
    Tenure tenure = ours.get(partition);
    return tenure != null && tenure.paused;
  }

  // What is wrong with these designs shows without it.
  @Override
  public void pauseByUser(Partition partition, long nowNanos) {}

  @Override
  public void resumeByUser(Partition partition, long nowNanos) {}

  @Override
  public List<LaneView> lanes() {
    var views = new ArrayList<LaneView>();
    strands.values().forEach(strand -> views.addAll(StrandViews.of(strand, design)));
    for (Delayed one : delayed) {
      views.add(StrandViews.delayed(one.item, one.untilNanos));
    }
    return views;
  }

  @Override
  public List<PartitionView> partitions() {
    return ours.values().stream().map(Tenure::look).toList();
  }

  @Override
  public List<BlockedOffset> blocked(int most, long nowNanos) {
    var blocked = new ArrayList<BlockedOffset>();
    ours.values().forEach(tenure -> blocked.addAll(tenure.blocked(most, nowNanos)));
    return blocked;
  }

  /// Nothing halts here.
  @Override
  public List<Session> halted() {
    return List.of();
  }

  @Override
  public boolean isHalted(Session session) {
    return false;
  }

  @Override
  public void halted(Collection<Halt> kept, long nowNanos) {}

  @Override
  public void release(Session session, long nowNanos) {}

  /// Its strands are dealt once.
  @Override
  public void workers(int count) {}

  @Override
  public @Nullable String stuck(int part) {
    return null;
  }

  @Override
  public @Nullable String surplus() {
    return null;
  }

  @Override
  public List<String> recount(int part) {
    return List.of();
  }
}
