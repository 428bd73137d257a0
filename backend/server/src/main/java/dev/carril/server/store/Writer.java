package dev.carril.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/// The one thread that writes. Whatever waits when it is free goes into one commit, so the number
/// of waits for the disk does not grow with the number of sandboxes.
///
/// It is a platform thread: the driver waits inside native code, and would hold a virtual thread's
/// carrier while it does.
final class Writer implements AutoCloseable {
  private static final int WAITING_MAX = 10_000;
  private static final int GROUP_MAX = 1_000;

  private record Request(Write write, CompletableFuture<Void> done) {}

  private final Connection connection;
  private final Writes writes;
  private final IntConsumer onEntriesWritten;
  private final BlockingQueue<Request> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean failing;

  /// @param onEntriesWritten told how many entries each successful commit has put on disk
  Writer(Connection connection, IntConsumer onEntriesWritten) throws SQLException {
    this.connection = connection;
    this.writes = new Writes(connection);
    this.onEntriesWritten = onEntriesWritten;
    this.thread = Thread.ofPlatform().name("store-writer").start(this::writeUntilClosed);
  }

  /// Completes when the write is on disk; fails with [StoreFailure] when nothing of it is.
  CompletableFuture<Void> write(Write write) {
    Request request = new Request(write, new CompletableFuture<>());
    if (closed || !waiting.offer(request)) {
      refuse(request);
    } else if (!thread.isAlive() && waiting.remove(request)) {
      refuse(request); // It came in just as the thread ended.
    }
    return request.done();
  }

  private static void refuse(Request request) {
    request.done().completeExceptionally(new StoreFailure("The store takes no more writes", null));
  }

  /// Whether the last write failed.
  boolean isFailing() {
    return failing;
  }

  private void writeUntilClosed() {
    List<Request> group = new ArrayList<>();
    while (!(closed && waiting.isEmpty())) {
      try {
        group.add(waiting.take());
      } catch (InterruptedException e) {
        continue; // Closing wakes us like this; the loop's condition decides.
      }
      waiting.drainTo(group, GROUP_MAX - 1);
      commit(group);
      group.clear();
    }
  }

  private void commit(List<Request> group) {
    try {
      applyAndCommit(group);
    } catch (SQLException e) {
      rollBack();
      if (group.size() == 1) {
        fail(group.getFirst(), e);
      } else {
        // One request that cannot be must not take the others with it.
        for (Request request : group) {
          commit(List.of(request));
        }
      }
    } catch (RuntimeException | Error e) {
      // Whatever it is, nobody may wait for ever for an answer.
      rollBack();
      group.forEach(request -> fail(request, e));
    }
  }

  private void applyAndCommit(List<Request> group) throws SQLException {
    int entries = 0;
    for (Request request : group) {
      writes.apply(request.write());
      if (request.write() instanceof Write.Append append) {
        entries += append.entries().size();
      }
    }
    connection.commit();
    if (entries > 0) {
      failing = false; // Anything less does not show that there is room on the disk again.
    }
    onEntriesWritten.accept(entries);
    group.forEach(request -> request.done().complete(null));
  }

  private void fail(Request request, Throwable why) {
    failing = true;
    request.done().completeExceptionally(new StoreFailure("Not stored: " + why.getMessage(), why));
  }

  private void rollBack() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The next transaction begins by finding out whether the connection still works.
      failing = true;
    }
  }

  /// Writes what waits, then ends the thread and closes the connection.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
      writes.close();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw new StoreFailure("The store did not close well", e);
    }
  }
}
