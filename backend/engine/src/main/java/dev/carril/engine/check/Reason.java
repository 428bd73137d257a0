package dev.carril.engine.check;

/// Why a record became a dead letter.
public enum Reason {
  /// It failed for a time, but more often than it may.
  ATTEMPTS_SPENT("attempts-spent"),
  /// It failed in a way that another attempt would not mend.
  TERMINAL("terminal"),
  /// It held the commit point back for too long.
  GAP_TIMEOUT("gap-timeout"),
  /// An earlier record of its session became a dead letter, and the session is halted.
  SESSION_HALTED("session-halted"),
  /// Nobody could say which session it belongs to.
  NO_SESSION("no-session");

  private final String word;

  Reason(String word) {
    this.word = word;
  }

  /// As it stands in a dead letter's headers.
  public String word() {
    return word;
  }

  /// Whether its session stands still from then on, where sessions do. What is nobody's tells
  /// nothing of those that have no key.
  public boolean haltsSession() {
    return this != SESSION_HALTED && this != NO_SESSION;
  }

  /// Dead letters that follow from an earlier one tell nothing new about an outage.
  public boolean spendsBudget() {
    return this != SESSION_HALTED;
  }
}
