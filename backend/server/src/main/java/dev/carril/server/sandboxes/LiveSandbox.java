package dev.carril.server.sandboxes;

import dev.carril.server.store.Store;
import dev.carril.simulator.Reply;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Entry;
import dev.carril.simulator.sandbox.Sandbox;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A sandbox in memory, its mailbox and those who follow it.
///
/// While there are orders a virtual thread works them off; it alone touches the state. What costs
/// time it does on the bench, a few platform threads for all sandboxes: the simulator computes and
/// its database is native code, and either would keep a virtual thread's carrier from everybody
/// else.
///
/// A command that changed something is answered, and shown, only when its entry is on disk. If it
/// cannot be written, the state in memory is ahead of the truth: it is thrown away and made again
/// from the log.
public final class LiveSandbox {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Logger LOG = LoggerFactory.getLogger(LiveSandbox.class);
  private static final long LOOK_AGAIN_NANOS = 10_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// What every live sandbox works with.
  ///
  /// @param bench runs what computes
  /// @param begun told when a sandbox begins to work off its mailbox, by somebody who has it on
  ///   loan
  /// @param ended told when it has nothing to do any more
  /// @param witness told of each line that was run
  /// @param terms on which it has the processors while others want them
  record Surroundings(
      Store store,
      Executor bench,
      Consumer<LiveSandbox> begun,
      Consumer<LiveSandbox> ended,
      Witness witness,
      Share.Terms terms) {}

  private final String id;
  private final Surroundings with;
  private final Mailbox mailbox = new Mailbox();
  private final Share share;

  // The rest belongs to whoever works the mailbox off.
  private @Nullable Sandbox sandbox;
  private final Set<Follower> followers = new LinkedHashSet<>();

  // The last that was told to play.
  private @Nullable Follower player;
  private long revision;
  private long slowedNanos;
  private @Nullable Snapshot snapshot;

  // Read by others, as a hint.
  private volatile long weight;
  private volatile boolean usable;

  LiveSandbox(String id, Surroundings with) {
    this.id = id;
    this.with = with;
    this.share = new Share(with.terms);
  }

  public String id() {
    return id;
  }

  /// Runs a line in its turn.
  ///
  /// @throws Busy if too many wait
  public void run(String commandId, String line, Consumer<Outcome> then) {
    run(commandId, line, Optional.empty(), then);
  }

  /// The same for somebody who may be following.
  ///
  /// @throws Busy if too many wait
  public void run(String commandId, String line, Optional<Follower> from, Consumer<Outcome> then) {
    post(new Order.Run(commandId, from, state -> runLine(state, commandId, line), then));
  }

  private Answer runLine(Sandbox state, String commandId, String line) {
    Answer answer = state.run(commandId, line);
    with.witness.ran(id, state, line, answer);
    return answer;
  }

  /// Lets time go on in a `run` in its turn, until so many milliseconds have gone by in it in all.
  ///
  /// @throws Busy if too many wait
  public void lengthen(String messageId, String entry, long millis, Consumer<Outcome> then) {
    post(
        new Order.Run(
            messageId,
            Optional.empty(),
            state -> {
              Answer answer = state.lengthen(entry, millis);
              if (answer instanceof Answer.Done) {
                // That it could not go on is no affair of who plays.
                with.witness.ran(id, state, "run " + millis + "ms", answer);
              }
              return answer;
            },
            then));
  }

  /// Goes to another moment of the history in its turn.
  ///
  /// @throws Busy if too many wait
  public void goTo(String commandId, String entry, long event, Consumer<Outcome> then) {
    post(
        new Order.Run(
            commandId, Optional.empty(), state -> state.goTo(commandId, entry, event), then));
  }

  /// Looks at the state in its turn. What `with` is given it must not keep.
  ///
  /// @throws Busy if too many wait
  public void look(Consumer<Sandbox> with, Runnable otherwise) {
    post(new Order.Look(with, otherwise));
  }

  /// Tells the follower everything now and each change from now on; again, if it follows already.
  ///
  /// @throws Busy if too many wait
  public void follow(Follower follower) {
    post(new Order.Follow(follower));
  }

  /// Tells a follower everything again.
  ///
  /// @throws Busy if too many wait
  public void show(Follower follower) {
    post(new Order.Show(follower));
  }

  /// @throws Busy if too many wait
  public void unfollow(Follower follower) {
    post(new Order.Unfollow(follower));
  }

  /// Roughly how much memory it takes.
  long weight() {
    return weight;
  }

  /// Whether it is worth keeping for the next one who asks.
  boolean isUsable() {
    return usable;
  }

  /// Lets the state go. Nobody may have it lent.
  void putAway() {
    with.bench.execute(this::drop);
  }

  private void post(Order order) {
    if (mailbox.post(order, PATIENCE)) {
      with.begun.accept(this);
      Thread.ofVirtual().name("sandbox").start(this::workOff);
    }
  }

  private void workOff() {
    for (List<Order> orders = mailbox.take(); !orders.isEmpty(); orders = mailbox.take()) {
      slowedNanos = waitForTurn();
      try {
        perform(orders);
      } catch (RejectedExecutionException e) {
        LOG.debug("The server ends; what waits stays unanswered", e);
      } catch (RuntimeException | Error e) {
        LOG.error("A sandbox's order failed; the sandbox is made again from its log", e);
        orders.forEach(this::fail);
        startAgain();
      }
    }
    with.ended.accept(this);
  }

  // Who has had more than its share waits while others want the processors, and holds up nobody but
  // itself: what it is asked for meanwhile waits in its own mailbox.
  private long waitForTurn() {
    long began = System.nanoTime();
    long now = began;
    while (share.isSpent(now)
        && now - began < share.terms().waitNanosMost()
        && share.terms().othersWait().getAsBoolean()) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      now = System.nanoTime();
    }
    return now - began;
  }

  private void fail(Order order) {
    switch (order) {
      case Order.Run(var _, var _, var _, var then) -> then.accept(new Outcome.Failed());
      case Order.Look _, Order.Follow _, Order.Show _, Order.Unfollow _ ->
          refuse(order, Follower.Loss.UNREADABLE);
    }
  }

  private void perform(List<Order> orders) {
    boolean missing = sandbox == null && !(orders.getFirst() instanceof Order.Unfollow);
    Optional<Follower.Loss> loss = missing ? onBench(this::load) : Optional.empty();
    if (loss.isPresent()) {
      orders.forEach(order -> refuse(order, loss.get()));
      return;
    }
    // The mailbox gives several orders only if all of them are lines to run.
    switch (orders.getFirst()) {
      case Order.Run _ -> runAll(orders.stream().map(Order.Run.class::cast).toList());
      case Order.Look(var look, var _) -> onBench(() -> look.accept(sandbox()));
      case Order.Follow(var follower) -> {
        followers.add(follower);
        follower.whole(onBench(this::snapshot));
      }
      case Order.Show(var follower) -> {
        if (followers.contains(follower)) {
          follower.whole(onBench(this::snapshot));
        }
      }
      case Order.Unfollow(var follower) -> followers.remove(follower);
    }
  }

  private void refuse(Order order, Follower.Loss why) {
    switch (order) {
      case Order.Run(var _, var _, var _, var then) -> then.accept(new Outcome.Lost(why));
      case Order.Look(var _, var otherwise) -> otherwise.run();
      case Order.Follow(var follower) -> {
        followers.remove(follower);
        follower.lost(why);
      }
      case Order.Show(var follower) -> {
        followers.remove(follower);
        follower.lost(why);
      }
      case Order.Unfollow(var follower) -> followers.remove(follower);
    }
  }

  private record Ended(Order.Run order, Answer answer, Optional<Step> step, long revision) {}

  private void runAll(List<Order.Run> orders) {
    int stored = sandbox().log().size();
    Entry newest = stored == 0 ? null : sandbox().log().getLast();
    List<Ended> ended = onBench(() -> orders.stream().map(this::runOne).toList());
    try {
      write(stored, newest).forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      LOG.error("Commands could not be stored; the sandbox is made again from its log", e);
      orders.forEach(order -> order.then().accept(new Outcome.Failed()));
      startAgain();
      return;
    }
    for (Ended one : ended) {
      one.step().ifPresent(step -> followers.forEach(follower -> follower.changed(step)));
      // Before its reply: who ordered it still knows that command then.
      order(one);
      one.order()
          .then()
          .accept(new Outcome.Answered(one.answer(), one.revision(), slowedNanos / 1_000_000));
    }
  }

  /// Has the store write what is not in it yet.
  ///
  /// @param stored so many entries are in it
  /// @param newest of those, as it is in it
  private List<CompletableFuture<Void>> write(int stored, @Nullable Entry newest) {
    List<Entry> log = sandbox().log();
    List<CompletableFuture<Void>> written = new ArrayList<>();
    if (stored < log.size()) {
      written.add(with.store.append(id, stored, log.subList(stored, log.size())));
    }
    if (newest != null
        && log.get(stored - 1) instanceof Entry.Ran longer
        && !longer.equals(newest)) {
      written.add(with.store.lengthen(id, stored - 1, longer));
    }
    return written;
  }

  /// Passes on what was ordered of the clock, if that was the command.
  private void order(Ended one) {
    switch (one.answer()) {
      case Answer.Done(Reply.Playing(var speed), _, _, _) -> {
        player = playerFor(one.order().from());
        tell(one, Optional.of(speed));
      }
      case Answer.Done(Reply.Paused _, _, _, _) -> tell(one, Optional.empty());
      case Answer.Done _, Answer.Refused _ -> {}
    }
  }

  @SuppressWarnings("ReferenceEquality") // That very page.
  private void tell(Ended one, Optional<BigDecimal> speed) {
    followers.forEach(follower ->
        follower.ordered(
            new ClockOrder(one.order().id(), speed, speed.isPresent() && follower == player)));
  }

  // Whoever orders it from a program of its own wants it played too: on the page that plays, or
  // else on the first.
  private @Nullable Follower playerFor(Optional<Follower> from) {
    if (from.filter(Follower::plays).isPresent()) {
      return from.get();
    }
    return player != null && followers.contains(player)
        ? player
        : followers.stream().filter(Follower::plays).findFirst().orElse(null);
  }

  private Ended runOne(Order.Run order) {
    Answer answer = order.doing().apply(sandbox());
    Optional<Step> step = Steps.of(revision, order.id(), sandbox().takeChanges());
    if (step.isPresent()) {
      revision = step.get().revision();
      snapshot = null;
    }
    weigh();
    return new Ended(order, answer, step, revision);
  }

  /// The state in memory may be ahead of the log, so it goes, and everybody is shown what the log
  /// says.
  private void startAgain() {
    drop();
    revision++;
    List<Follower> shown = List.copyOf(followers);
    shown.forEach(follower -> post(new Order.Show(follower)));
  }

  private Sandbox sandbox() {
    if (sandbox == null) {
      throw new IllegalStateException("not loaded: " + id);
    }
    return sandbox;
  }

  private Optional<Follower.Loss> load() {
    try {
      var stored = with.store.load(id);
      if (stored.isEmpty()) {
        return Optional.of(Follower.Loss.MISSING);
      }
      sandbox = Sandbox.replay(stored.get().seed(), stored.get().log());
      sandbox.takeChanges();
      weigh();
      usable = true;
      return Optional.empty();
    } catch (RuntimeException e) {
      // The disk, a log that does not fit, or a fault of ours: none of them may end in a loop.
      LOG.error("A sandbox cannot be read", e);
      return Optional.of(Follower.Loss.UNREADABLE);
    }
  }

  private void drop() {
    usable = false;
    snapshot = null;
    if (sandbox != null) {
      sandbox.close();
      sandbox = null;
    }
  }

  private Snapshot snapshot() {
    if (snapshot == null) {
      snapshot = new Snapshot(revision, Steps.all(sandbox().facts()));
      weigh();
    }
    return snapshot;
  }

  private void weigh() {
    weight = sandbox().weight() + (snapshot == null ? 0 : 2L * snapshot.facts().length());
  }

  private void onBench(Runnable work) {
    onBench(() -> {
      work.run();
      return true;
    });
  }

  /// Hands the state to a platform thread and waits until it comes back.
  private <T> T onBench(java.util.concurrent.Callable<T> work) {
    long[] cpuNanos = new long[1];
    FutureTask<T> task =
        new FutureTask<>(() -> {
          long before = THREADS.getCurrentThreadCpuTime();
          try {
            return work.call();
          } finally {
            cpuNanos[0] = THREADS.getCurrentThreadCpuTime() - before;
          }
        });
    with.bench.execute(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a sandbox's work failed", e.getCause());
    } catch (InterruptedException e) {
      // Nobody interrupts these threads; if somebody did, the state would still be with the bench.
      throw new IllegalStateException("interrupted", e);
    } finally {
      share.had(cpuNanos[0], System.nanoTime());
    }
  }
}
