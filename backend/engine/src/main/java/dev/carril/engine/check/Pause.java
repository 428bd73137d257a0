package dev.carril.engine.check;

/// Why a partition is not fetched for the time being. Several may hold at once.
public enum Pause {
  /// Its store is full: one session, or a few, hold it.
  STORE("held-by-session", 1),
  /// Too many offsets are done ahead of the commit point.
  GAP("gap", 2),
  /// The user asked for it.
  USER("user", 4),
  /// It is being handed over, or the engine closes.
  DRAINING("draining", 8),
  /// Which of its sessions are halted is not known yet.
  HALTS("halts", 16);

  private final String word;
  private final int bit;

  Pause(String word, int bit) {
    this.word = word;
    this.bit = bit;
  }

  public String word() {
    return word;
  }

  /// This reason's place in a set of bits.
  public int bit() {
    return bit;
  }
}
