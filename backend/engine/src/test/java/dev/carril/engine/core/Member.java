package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One engine driven by hand: every message between its parts waits until somebody lets it through,
/// so a test chooses the schedule.
final class Member implements IntakeOut {
  /// Of each record.
  static final int BYTES = 10;

  final Cluster cluster;
  final String name;
  final Rules rules;
  final Intake intake;
  final List<Worker> workers = new ArrayList<>();
  final Map<Partition, Long> positions = new LinkedHashMap<>();
  final Set<Partition> paused = new LinkedHashSet<>();
  final List<List<Commit>> commits = new ArrayList<>();
  final List<Drain> drained = new ArrayList<>();
  final List<DeadLetterWrite> writes = new ArrayList<>();
  final List<Held> deadLetters = new ArrayList<>();
  final List<Session> released = new ArrayList<>();
  final List<Event> events = new ArrayList<>();
  final Listener listener;
  boolean keepEvents;

  private final Permits permits;

  Member(
      Cluster cluster, String name, Rules rules, int workers, boolean listening, Permits permits) {
    this.cluster = cluster;
    this.name = name;
    this.rules = rules;
    this.permits = permits;
    Listener laws = cluster.laws.engine(name);
    Listener checker = cluster.checker.engine(name);
    listener =
        listening
            ? event -> {
              if (keepEvents) {
                events.add(event);
              }
              laws.tell(event);
              checker.tell(event);
            }
            : null;
    intake = new Intake(rules, workers, this, listener, cluster.nowNanos);
    growTo(workers);
  }

  void growTo(int count) {
    while (workers.size() < count) {
      workers.add(new Worker(workers.size()));
    }
  }

  // --- what the log does

  void assign(Partition partition) {
    long position = cluster.committed.getOrDefault(partition, -1L);
    positions.put(partition, Math.max(0, position));
    paused.remove(partition);
    intake.assigned(
        partition, position, cluster.metadata.getOrDefault(partition, ""), cluster.nowNanos);
  }

  void assignAll() {
    cluster.partitions().forEach(this::assign);
  }

  /// Reads at most so many records of a partition, as a poll would.
  int poll(Partition partition, int most) {
    Epoch epoch = intake.epoch(partition);
    if (epoch == null || paused.contains(partition)) {
      return 0;
    }
    int count = 0;
    for (var record : cluster.log.get(partition).tailMap(positions.get(partition)).entrySet()) {
      if (count == most) {
        break;
      }
      String session = record.getValue();
      String key = session.isEmpty() ? null : session;
      epoch =
          intake.arrive(epoch, record.getKey(), key, BYTES, session, Extra.NONE, cluster.nowNanos);
      positions.put(partition, record.getKey() + 1);
      count++;
    }
    intake.flush();
    return count;
  }

  void pollAll() {
    for (Partition partition : cluster.partitions()) {
      poll(partition, Integer.MAX_VALUE);
    }
  }

  /// Appends one record for each of these sessions, and lets them be polled and started.
  void arrive(Partition partition, String... sessions) {
    for (String session : sessions) {
      cluster.append(partition, session);
    }
    poll(partition, Integer.MAX_VALUE);
    settle();
  }

  // --- what intake wants

  @Override
  public void mail(int worker, Mail mail) {
    workers.get(worker).inbox.add(mail);
  }

  @Override
  public void pause(Partition partition, boolean pause) {
    if (pause) {
      paused.add(partition);
    } else {
      paused.remove(partition);
    }
  }

  @Override
  public void commit(List<Commit> wanted) {
    commits.add(wanted);
  }

  @Override
  public void letGo(Drain drain) {
    drained.add(drain);
  }

  @Override
  public void write(DeadLetterWrite write) {
    assertTrue(write.held().epoch().isOurs(), () -> "a dead letter for others: " + write.held());
    writes.add(write);
  }

  @Override
  public void release(Session session) {
    released.add(session);
  }

  /// The first commit that waits succeeds.
  void commitSucceeds() {
    List<Commit> first = commits.removeFirst();
    store(first);
    intake.committed(first, cluster.nowNanos);
  }

  void commitFails() {
    intake.commitFailed(commits.removeFirst(), "the broker is away", cluster.nowNanos);
  }

  void store(Collection<Commit> wanted) {
    for (Commit commit : wanted) {
      cluster.committed.put(commit.partition(), commit.offset());
      cluster.metadata.put(commit.partition(), commit.metadata());
    }
  }

  void deadLetterIsSafe() {
    DeadLetterWrite write = writes.removeFirst();
    deadLetters.add(write.held());
    intake.deadLetterWritten(write, cluster.nowNanos);
    intake.flush();
  }

  void deadLetterFails() {
    intake.deadLetterFailed(writes.removeFirst(), "the topic is away", cluster.nowNanos);
  }

  // --- letting things through

  /// Lets every message through until none is left.
  void settle() {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : workers) {
        while (worker.takeMail() || worker.takeRun()) {
          moved = true;
        }
        while (worker.sendReport()) {
          moved = true;
        }
      }
    }
  }

  void tick() {
    intake.tick(cluster.nowNanos);
    intake.flush();
    for (Worker worker : workers) {
      worker.dispatch.tick(cluster.nowNanos);
      worker.dispatch.flush(cluster.nowNanos);
    }
  }

  /// Time passes, and what falls due is done.
  void pass(long nanos) {
    cluster.nowNanos += nanos;
    tick();
    settle();
  }

  /// Commits what there is to commit.
  void commitNow() {
    pass(rules.times().commitNanos());
  }

  Handling running(long offset) {
    return runningOf(held -> held.offset() == offset);
  }

  Handling running(Partition partition, long offset) {
    return runningOf(held -> held.offset() == offset && held.epoch().partition().equals(partition));
  }

  private Handling runningOf(java.util.function.Predicate<Held> asked) {
    for (Worker worker : workers) {
      for (Handling handling : worker.handlings) {
        if (handling.current() != null && asked.test(handling.current())) {
          return handling;
        }
      }
    }
    return null;
  }

  boolean runs(long offset) {
    return running(offset) != null;
  }

  /// The handler of a record that runs comes to an end.
  void done(long offset) {
    running(offset).done();
    settle();
  }

  void fails(long offset) {
    running(offset).fails(false);
    settle();
  }

  void failsForGood(long offset) {
    running(offset).fails(true);
    settle();
  }

  long commitPoint(Partition partition) {
    return intake.epoch(partition).tracker.commitPoint();
  }

  /// One worker, its inbox, what it has to say, and the handlers that run in its lanes.
  final class Worker implements DispatchOut {
    final Dispatch dispatch;
    final Deque<Mail> inbox = new ArrayDeque<>();
    final Deque<Reports> outbox = new ArrayDeque<>();
    final Set<Handling> handlings = new LinkedHashSet<>();
    final Deque<Run> over = new ArrayDeque<>();
    int open;
    private final Map<Session, Held> sessions = new HashMap<>();

    Worker(int number) {
      dispatch = new Dispatch(rules, number, permits, this, listener);
    }

    /// Lanes that were told to go and have not heard of it.
    int closing() {
      int closing = 0;
      for (Mail mail : inbox) {
        closing += mail instanceof Mail.Close(_, var count) ? count : 0;
      }
      return closing;
    }

    boolean takeMail() {
      Mail mail = inbox.poll();
      if (mail == null) {
        return false;
      }
      dispatch.take(mail, cluster.nowNanos);
      dispatch.flush(cluster.nowNanos);
      return true;
    }

    boolean takeRun() {
      Run run = over.poll();
      if (run == null) {
        return false;
      }
      dispatch.take(run, cluster.nowNanos);
      dispatch.flush(cluster.nowNanos);
      return true;
    }

    boolean sendReport() {
      Reports report = outbox.poll();
      if (report == null) {
        return false;
      }
      intake.take(report, cluster.nowNanos);
      intake.flush();
      return true;
    }

    @Override
    public void start(Run run) {
      var handling = new Handling(this, run);
      handlings.add(handling);
      handling.startNext();
    }

    @Override
    public int recall(Run run) {
      for (Handling handling : handlings) {
        if (handling.run == run) {
          handling.recalled = true;
          return handling.started;
        }
      }
      return run.ended() + 1;
    }

    @Override
    public void interrupt(Run run) {
      for (Handling handling : List.copyOf(handlings)) {
        if (handling.run == run) {
          handling.fails(false);
        }
      }
    }

    @Override
    public void opened(Lane lane) {
      assertTrue(lane.thread() == null);
      lane.thread(this);
      open++;
    }

    @Override
    public void closed(Lane lane) {
      lane.thread(null);
      open--;
    }

    @Override
    public void report(Reports reports) {
      outbox.add(reports);
    }
  }

  /// What a lane's thread would do with a run.
  final class Handling {
    final Worker worker;
    final Run run;
    int started;
    boolean recalled;

    Handling(Worker worker, Run run) {
      this.worker = worker;
      this.run = run;
    }

    Held current() {
      return started > run.ended() ? run.held(started - 1) : null;
    }

    void startNext() {
      if (started == run.count() || recalled) {
        over();
        return;
      }
      Held held = run.held(started++);
      cluster.handled++;
      Held other = worker.sessions.put(held.route().session(), held);
      assertTrue(other == null, () -> held + " started while " + other + " ran");
    }

    void done() {
      stop();
      run.done();
      startNext();
    }

    void repeated() {
      stop();
      run.repeated();
      startNext();
    }

    void fails(boolean terminal) {
      stop();
      run.failed(new IllegalStateException("as it was told"), terminal);
      over();
    }

    private void stop() {
      worker.sessions.remove(current().route().session());
    }

    private void over() {
      worker.handlings.remove(this);
      worker.over.add(run);
    }
  }
}
