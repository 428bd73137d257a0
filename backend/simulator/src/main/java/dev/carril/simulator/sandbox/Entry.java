package dev.carril.simulator.sandbox;

/// One entry of the command log. The log is append-only: even undo adds to it.
public sealed interface Entry {

  /// Given by whoever sent it, so that a resend finds itself.
  String id();

  /// A command that changed something.
  ///
  /// @param parent the entry whose state it was run on, or empty for the beginning
  /// @param momentMillis virtual time at which it took effect, in milliseconds since 1970
  record Ran(String id, String parent, long momentMillis, String line) implements Entry {}

  /// The head moved to another entry's state.
  ///
  /// @param from the entry that was the head, or empty for the beginning
  /// @param to the entry that is the head now, or empty for the beginning
  record Moved(String id, String from, String to, Why why) implements Entry {}

  /// Why a head moves.
  enum Why {
    UNDO,
    REDO,
    GOTO
  }
}
