package dev.carril.server.sandboxes;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.carril.server.store.LogFile;
import dev.carril.server.store.ScriptFile;
import dev.carril.server.store.Store;
import dev.carril.server.store.StoredSandbox;
import dev.carril.simulator.sandbox.Sandbox;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All sandboxes. One is in memory while somebody has it on loan, and for a while after.
///
/// A loan is held by each socket and by each mailbox that has work, so nothing in use is put away;
/// what nobody holds waits in a cache that has a bound in weight and in time. Bringing one back is
/// playing its log again.
public final class Sandboxes implements AutoCloseable {
  private static final int ID_BYTES = 16;

  private final Store store;
  private final Bounds bounds;
  private final ExecutorService bench;
  private final LiveSandbox.Surroundings surroundings;
  private final ConcurrentHashMap<String, Lent> lent = new ConcurrentHashMap<>();
  private final Cache<String, LiveSandbox> idle;
  private final SecureRandom random = new SecureRandom();

  private record Lent(LiveSandbox sandbox, int times) {}

  public Sandboxes(Store store, Bounds bounds) {
    this(store, bounds, Witness.NONE);
  }

  /// @param witness told of each line that is run in any of them
  public Sandboxes(Store store, Bounds bounds, Witness witness) {
    this(store, bounds, witness, Share.Terms::usual);
  }

  /// @param terms on which sandboxes share the processors, given who tells whether others want them
  Sandboxes(
      Store store, Bounds bounds, Witness witness, Function<BooleanSupplier, Share.Terms> terms) {
    this.store = store;
    this.bounds = bounds;
    // More than there are processors: the system shares them out, so a few that compute long do not
    // hold up the rest.
    int processors = Runtime.getRuntime().availableProcessors();
    int threads = 2 * Math.max(2, processors);
    var pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("bench-", 0).factory());
    this.bench = pool;
    this.surroundings =
        new LiveSandbox.Surroundings(
            store,
            bench,
            this::lendOnce,
            this::giveBack,
            witness,
            terms.apply(() -> pool.getActiveCount() >= processors));
    this.idle =
        Caffeine.newBuilder()
            .maximumWeight(Math.max(1, bounds.idleWeight() / 1024))
            .weigher(Sandboxes::kilobytes)
            .expireAfterWrite(bounds.idleFor())
            .scheduler(Scheduler.systemScheduler())
            .executor(bench)
            .removalListener(Sandboxes::removed)
            .build();
  }

  /// Makes a new, empty sandbox.
  ///
  /// @return its id: 128 random bits in 22 characters
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public String create() {
    return create(random.nextLong());
  }

  /// Makes a new, empty sandbox of this seed.
  ///
  /// @return its id
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public String create(long seed) {
    String id = freshId();
    store.create(id, seed);
    return id;
  }

  /// Has something computed where sandboxes are, and waits for it.
  public <T> T compute(Supplier<T> work) {
    try {
      return CompletableFuture.supplyAsync(work, bench).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /// Makes a copy of a sandbox as it stands.
  ///
  /// @return the copy's id
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public String copy(String id) {
    String copy = freshId();
    store.copy(id, copy);
    return copy;
  }

  /// A sandbox as it is on disk, to be kept as a file.
  ///
  /// @throws dev.carril.server.store.StoreFailure if it cannot be read
  public Optional<StoredSandbox> export(String id) {
    return store.load(id);
  }

  /// The script of the demonstration that is kept with a sandbox.
  ///
  /// @throws dev.carril.server.store.StoreFailure if it cannot be read
  public Optional<String> script(String id) {
    return store.script(id);
  }

  /// Keeps a script with a sandbox; null takes it away.
  ///
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public void keepScript(String id, @Nullable String script) {
    store.keepScript(id, script);
  }

  /// Makes a new sandbox of a file's log, after playing it to see that it fits.
  ///
  /// @return its id
  /// @throws LogFile.Unreadable if its commands do not do what it says
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public String bringIn(StoredSandbox file) throws LogFile.Unreadable {
    try {
      CompletableFuture.runAsync(() -> Sandbox.replay(file.seed(), file.log()).close(), bench)
          .join();
    } catch (CompletionException e) {
      throw LogFile.doesNotFit();
    }
    return keep(file);
  }

  /// Makes a new sandbox by playing a script.
  ///
  /// @return its id
  /// @throws LogFile.Unreadable if one of its commands is refused
  /// @throws dev.carril.server.store.StoreFailure if it cannot be stored
  public String bringIn(ScriptFile script) throws LogFile.Unreadable {
    var playing = new FutureTask<>(script::play);
    bench.execute(playing);
    try {
      return keep(playing.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LogFile.Unreadable why) {
        throw why;
      }
      throw new IllegalStateException("a script could not be played", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Busy();
    }
  }

  private String keep(StoredSandbox file) {
    String id = freshId();
    store.create(id, file.seed());
    if (!file.log().isEmpty()) {
      store.append(id, 0, file.log()).join();
    }
    if (file.script() != null) {
      store.keepScript(id, file.script());
    }
    return id;
  }

  /// Whether there is such a sandbox, in memory or not.
  public boolean has(String id) {
    return store.has(id);
  }

  /// Lends a sandbox out. It is brought back by its first order, which also finds out whether there
  /// is one at all.
  ///
  /// @throws Busy if too much is in use
  public Loan lend(String id) {
    Lent now = lent.compute(id, (_, before) -> before == null ? begin(id) : more(before, 1));
    return new Loan(now.sandbox(), this::giveBack);
  }

  /// How many are in memory.
  public long inMemory() {
    return lent.size() + idle.estimatedSize();
  }

  private Lent begin(String id) {
    LiveSandbox waiting = idle.asMap().remove(id);
    if (waiting != null) {
      return new Lent(waiting, 1);
    }
    long weight = lent.values().stream().mapToLong(one -> one.sandbox().weight()).sum();
    if (lent.size() >= bounds.inUse() || weight > bounds.inUseWeight()) {
      throw new Busy();
    }
    return new Lent(new LiveSandbox(id, surroundings), 1);
  }

  private void lendOnce(LiveSandbox sandbox) {
    lent.computeIfPresent(sandbox.id(), (_, before) -> more(before, 1));
  }

  private void giveBack(LiveSandbox sandbox) {
    lent.compute(sandbox.id(), (_, before) -> less(before, sandbox));
  }

  private static Lent more(Lent lent, int by) {
    return new Lent(lent.sandbox(), lent.times() + by);
  }

  private @Nullable Lent less(@Nullable Lent before, LiveSandbox sandbox) {
    if (before == null || before.sandbox() != sandbox) {
      throw new IllegalStateException("given back more often than lent: " + sandbox.id());
    }
    if (before.times() > 1) {
      return more(before, -1);
    }
    if (sandbox.isUsable()) {
      idle.put(sandbox.id(), sandbox);
    }
    return null;
  }

  private static int kilobytes(String id, LiveSandbox sandbox) {
    return Math.clamp(sandbox.weight() / 1024, 1, Integer.MAX_VALUE);
  }

  private static void removed(
      @Nullable String id, @Nullable LiveSandbox sandbox, RemovalCause cause) {
    // Taken out by hand means that it is lent again.
    if (sandbox != null && cause.wasEvicted()) {
      sandbox.putAway();
    }
  }

  private String freshId() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// Ends the bench. Orders that still wait are not performed; none of them was answered.
  @Override
  public void close() {
    bench.shutdown();
    try {
      bench.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
