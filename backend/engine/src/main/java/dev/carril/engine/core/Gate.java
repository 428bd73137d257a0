package dev.carril.engine.core;

/// Says whether there is room for another poll.
///
/// What one poll brings is not known before, so it closes while there is still room for the most it
/// can bring; what is held never exceeds the bound. Bytes have no such most, so it reckons with the
/// largest poll that it has seen. Once closed it stays closed until a quarter is free, since
/// opening and closing costs something. It belongs to whoever polls.
public final class Gate {
  private final int recordsMax;
  private final long bytesMax;
  private final int pollMax;
  private long largestBytes;
  private boolean open = true;

  public Gate(int recordsMax, long bytesMax, int pollMax) {
    if (recordsMax < 2 * pollMax) {
      throw new IllegalArgumentException(
          recordsMax + " held records have no room for two polls of " + pollMax);
    }
    this.recordsMax = recordsMax;
    this.bytesMax = bytesMax;
    this.pollMax = pollMax;
  }

  /// A poll brought so many bytes.
  public void polled(long bytes) {
    largestBytes = Math.max(largestBytes, bytes);
  }

  public boolean isOpen(long records, long bytes) {
    if (open) {
      open = records + pollMax <= recordsMax && (bytes + largestBytes <= bytesMax || bytes == 0);
    } else {
      open = hasRoom(records, bytes);
    }
    return open;
  }

  /// Would it open if it were closed? Asked by others than its owner.
  public boolean hasRoom(long records, long bytes) {
    return records + pollMax <= recordsMax
        && records <= recordsMax - recordsMax / 4
        && bytes <= bytesMax - bytesMax / 4;
  }
}
