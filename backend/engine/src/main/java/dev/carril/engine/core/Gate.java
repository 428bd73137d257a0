package dev.carril.engine.core;

/// Says whether there is room for another poll.
///
/// What one poll brings is not known before, so it closes while there is still room for the most it
/// can bring; what is held never exceeds the bounds. Once closed it stays closed until a quarter is
/// free, since opening and closing costs something. It belongs to whoever polls.
public final class Gate {
  private final int recordsMax;
  private final long bytesMax;
  private final int pollMax;
  private final long pollBytesMax;
  private boolean open = true;

  /// Where a poll's bytes are of no account.
  public Gate(int recordsMax, long bytesMax, int pollMax) {
    this(recordsMax, bytesMax, pollMax, 0);
  }

  /// @param pollMax the most records that one poll brings
  /// @param pollBytesMax the most bytes that one poll brings
  public Gate(int recordsMax, long bytesMax, int pollMax, long pollBytesMax) {
    if (recordsMax < 2 * pollMax) {
      throw new IllegalArgumentException(
          recordsMax + " held records have no room for two polls of " + pollMax);
    }
    if (bytesMax / 2 < pollBytesMax) {
      throw new IllegalArgumentException(
          bytesMax + " held bytes have no room for two polls of " + pollBytesMax);
    }
    this.recordsMax = recordsMax;
    this.bytesMax = bytesMax;
    this.pollMax = pollMax;
    this.pollBytesMax = pollBytesMax;
  }

  public boolean isOpen(long records, long bytes) {
    if (open) {
      open = records + pollMax <= recordsMax && bytes + pollBytesMax <= bytesMax;
    } else {
      open = hasRoom(records, bytes);
    }
    return open;
  }

  /// Would it open if it were closed? Asked by others than its owner.
  public boolean hasRoom(long records, long bytes) {
    return records + pollMax <= recordsMax
        && bytes + pollBytesMax <= bytesMax
        && records <= recordsMax - recordsMax / 4
        && bytes <= bytesMax - bytesMax / 4;
  }
}
