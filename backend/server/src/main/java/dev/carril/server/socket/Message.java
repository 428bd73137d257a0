package dev.carril.server.socket;

import java.util.Optional;

/// What a client says.
sealed interface Message {

  /// Tell me everything now, and each change from now on, in words of this language.
  ///
  /// @param plays whether it plays the clock, if it is told to
  record Subscribe(String lang, boolean plays) implements Message {}

  /// Run this line. The id is the client's, so that a resend finds its own entry.
  record Command(String id, String line) implements Message {}

  /// Let time go on in this entry, a `run`, until so many milliseconds have gone by in it in all.
  record Lengthen(String id, String entry, long millis) implements Message {}

  /// Which commands are in this text?
  record Split(String id, String text) implements Message {}

  /// What may stand at the cursor?
  record Complete(String id, String line, int cursor) implements Message {}

  /// Where would this line put positions?
  record Preview(String id, String line) implements Message {}

  /// What is the whole record?
  record AskRecord(String id, String topic, int partition, long offset) implements Message {}

  /// What was the whole record after this entry, on whatever branch?
  record AskPastRecord(String id, String entry, String topic, int partition, long offset)
      implements Message {}

  /// How was it after so many commands of the present line?
  ///
  /// @param since the entry whose state the client knows, if it says so
  record ViewStep(String id, int at, Optional<String> since) implements Message {}

  /// How was it at the moment of the present line that has so many before it?
  ///
  /// @param since the entry whose state the client knows, if it says so
  record ViewMoment(String id, long moment, Optional<String> since) implements Message {}

  /// How was it after this entry, on whatever branch?
  ///
  /// @param event after how many events of instances in it, or more than it has
  /// @param since the entry whose state the client knows, if it says so
  record ViewEntry(String id, String entry, long event, Optional<String> since)
      implements Message {}

  /// What did instances tell? With an entry, as it was after so many events of that.
  record AskEvents(
      String id, Optional<String> entry, long event, long before, Optional<String> session)
      implements Message {}

  /// What is there to look for in the history?
  record AskMarks(String id) implements Message {}

  /// Which lines of commands were left?
  record AskBranches(String id) implements Message {}

  /// Go on from this entry, or from within it.
  ///
  /// @param event after how many events of instances in it, or more than it has
  record GoTo(String id, String entry, long event) implements Message {}

  /// How would this line be typed at a real cluster?
  record AskReal(String id, String line) implements Message {}

  /// From now on words of this language.
  record Language(String lang) implements Message {}

  /// Something that is none of these.
  ///
  /// @param id of the message if it had one that can be read, else empty
  /// @param code for programs; the catalogue has its sentence
  /// @param detail the part that is wrong
  record Wrong(String id, String code, String detail) implements Message {}
}
