package dev.carril.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps a second server out of the folder. The system drops the lock when the process ends,
/// however it ends.
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static FolderLock take(Path folder) throws UnusableStore {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              folder.resolve("carril.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw UnusableStore.unwritable(folder, e);
    }
    FolderLock lock = new FolderLock(channel);
    try {
      FileLock held = channel.tryLock();
      if (held != null) {
        return lock;
      }
      lock.close();
      throw UnusableStore.taken(folder);
    } catch (OverlappingFileLockException e) {
      lock.close();
      throw UnusableStore.taken(folder);
    } catch (IOException e) {
      lock.close();
      throw UnusableStore.unwritable(folder, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
