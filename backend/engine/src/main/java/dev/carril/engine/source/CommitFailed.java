package dev.carril.engine.source;

/// A commit was not taken.
public final class CommitFailed extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean fatal;

  /// @param fatal no later commit will be taken either: the reader is fenced, or may not commit
  public CommitFailed(String why, boolean fatal) {
    super(why);
    this.fatal = fatal;
  }

  public boolean isFatal() {
    return fatal;
  }
}
