package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/// The command logs of all sandboxes, in one folder. Safe for any number of threads.
///
/// Reading blocks inside native code: whoever reads much does so on a platform thread.
public final class Store implements AutoCloseable {
  private static final Duration PROBE_MAX = Duration.ofSeconds(2);
  private static final Duration UNUSED_MAX = Duration.ofDays(30);

  private final FolderLock lock;
  private final Connection connection;
  private final ReentrantLock reading = new ReentrantLock();
  private final Writer writer;
  private final InstantSource clock;

  private Store(FolderLock lock, Connection connection, Writer writer, InstantSource clock) {
    this.lock = lock;
    this.connection = connection;
    this.writer = writer;
    this.clock = clock;
  }

  /// Does what the first opening would have to do before anything else, for whoever has time
  /// before. What is wrong is told by the opening.
  public static void loadDriver() {
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception e) { // The driver declares no narrower one.
      // The opening meets it again and tells it.
    }
  }

  /// Opens the folder, making it and its database where there are none.
  ///
  /// @param onEntriesWritten told after each commit how many entries it has put on disk
  /// @throws UnusableStore if the folder cannot be written, is in use, or holds a database that is
  ///   damaged, newer or not ours; the folder is then as it was
  public static Store open(Path folder, InstantSource clock, IntConsumer onEntriesWritten)
      throws UnusableStore {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw UnusableStore.unwritable(folder, e);
    }
    FolderLock lock = FolderLock.take(folder);
    try {
      Database database = new Database(folder.resolve("carril.db").toAbsolutePath());
      Writer writer = new Writer(database.openWriter(), onEntriesWritten);
      Store store = new Store(lock, database.openReader(), writer, clock);
      store.sweep();
      return store;
    } catch (SQLException e) {
      lock.close();
      throw UnusableStore.damaged(folder, e);
    } catch (UnusableStore e) {
      lock.close();
      throw e;
    }
  }

  /// Whoever comes by once and types nothing leaves a row; it need not stay for ever. Nobody waits.
  private void sweep() {
    var _ = writer.write(new Write.Sweep(clock.instant().minus(UNUSED_MAX).toEpochMilli()));
  }

  /// Makes an empty sandbox. It is on disk when this returns.
  ///
  /// @throws StoreFailure if it is not
  public void create(String sandbox, long seed) {
    await(writer.write(new Write.Create(sandbox, seed, clock.millis())));
  }

  /// Makes a copy of a sandbox that exists, as it stands. It is on disk when this returns.
  ///
  /// @throws StoreFailure if it is not
  public void copy(String from, String to) {
    await(writer.write(new Write.Copy(from, to, clock.millis())));
  }

  /// Adds entries to a sandbox's log. The future completes when they are on disk, and fails with
  /// [StoreFailure] when none of them is.
  ///
  /// @param first the number of the first entry; entries are numbered from 0
  public CompletableFuture<Void> append(String sandbox, int first, List<Entry> entries) {
    return writer.write(new Write.Append(sandbox, first, List.copyOf(entries)));
  }

  /// Puts a longer line in the place of an entry's. The future completes when it is on disk, and
  /// fails with [StoreFailure] when it is not.
  ///
  /// @param number of the entry, from 0
  public CompletableFuture<Void> lengthen(String sandbox, int number, Entry.Ran entry) {
    return writer.write(new Write.Lengthen(sandbox, number, entry.line()));
  }

  /// Keeps the script of a demonstration with a sandbox; null takes it away. It is on disk when
  /// this returns.
  ///
  /// @throws StoreFailure if it is not
  public void keepScript(String sandbox, @Nullable String script) {
    await(writer.write(new Write.Script(sandbox, script)));
  }

  /// The script that is kept with a sandbox.
  ///
  /// @throws StoreFailure if the database cannot tell
  public Optional<String> script(String sandbox) {
    return read(
        "SELECT script FROM sandbox WHERE id = ?",
        sandbox,
        row -> row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty());
  }

  /// Keeps what a learner has done of the course. It is on disk when this returns.
  ///
  /// @throws StoreFailure if it is not
  public void keepProgress(String learner, String progress) {
    await(writer.write(new Write.Progress(learner, progress, clock.millis())));
  }

  /// What was kept of a learner last.
  ///
  /// @throws StoreFailure if the database cannot tell
  public Optional<String> progress(String learner) {
    return read(
        "SELECT progress FROM learner WHERE id = ?",
        learner,
        row -> row.next() ? Optional.of(row.getString(1)) : Optional.empty());
  }

  /// Notes in which sandbox a learner works at a part of the course. It is on disk when this
  /// returns.
  ///
  /// @param part such as `event-streams/keys/one-order`
  /// @throws StoreFailure if it is not
  public void keepTried(String learner, String part, String sandbox) {
    await(writer.write(new Write.Tried(learner, part, sandbox)));
  }

  /// The sandboxes in which a learner works: part of the course → sandbox.
  ///
  /// @throws StoreFailure if the database cannot tell
  public Map<String, String> tried(String learner) {
    return read(
        "SELECT part, sandbox FROM tried WHERE learner = ?",
        learner,
        row -> {
          var tried = new HashMap<String, String>();
          while (row.next()) {
            tried.put(row.getString(1), row.getString(2));
          }
          return tried;
        });
  }

  /// Whether there is such a sandbox.
  ///
  /// @throws StoreFailure if the database cannot tell
  public boolean has(String sandbox) {
    return seed(sandbox).isPresent();
  }

  /// A sandbox with its whole log and its script, or empty if there is none of that id.
  ///
  /// @throws StoreFailure if the database cannot tell
  public Optional<StoredSandbox> load(String sandbox) {
    return seed(sandbox)
        .map(seed -> new StoredSandbox(seed, log(sandbox), script(sandbox).orElse(null)));
  }

  /// Whether the database can be read and written now.
  public boolean answers() {
    try {
      writer.write(new Write.Probe()).get(PROBE_MAX.toMillis(), TimeUnit.MILLISECONDS);
      has("");
      return !writer.isFailing();
    } catch (StoreFailure | ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Optional<Long> seed(String sandbox) {
    return read(
        "SELECT seed FROM sandbox WHERE id = ?",
        sandbox,
        row -> row.next() ? Optional.of(row.getLong(1)) : Optional.empty());
  }

  private List<Entry> log(String sandbox) {
    return read(
        """
        SELECT id, kind, parent, target, moment, line FROM entry
        WHERE sandbox = ? ORDER BY number\
        """,
        sandbox,
        row -> {
          List<Entry> log = new ArrayList<>();
          while (row.next()) {
            log.add(Entries.read(row));
          }
          return log;
        });
  }

  private interface Rows<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> T read(String sql, String sandbox, Rows<T> rows) {
    reading.lock();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, sandbox);
      try (ResultSet row = statement.executeQuery()) {
        return rows.read(row);
      }
    } catch (SQLException e) {
      throw new StoreFailure("The database cannot be read: " + e.getMessage(), e);
    } finally {
      reading.unlock();
    }
  }

  private static void await(CompletableFuture<Void> written) {
    try {
      written.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof StoreFailure failure
          ? failure
          : new StoreFailure("Not stored", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreFailure("Interrupted before it was known to be stored", e);
    }
  }

  /// Writes what waits and lets the folder go.
  @Override
  public void close() {
    writer.close();
    reading.lock();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new StoreFailure("The store did not close well", e);
    } finally {
      reading.unlock();
      lock.close();
    }
  }
}
