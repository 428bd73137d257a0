package dev.carril.engine.source;

import java.nio.charset.StandardCharsets;

/// A named value beside a record's own. The bytes are not copied, so nobody changes them.
@SuppressWarnings("ArrayRecordComponent")
public record Header(String name, byte[] value) {
  /// What stays the same when an event is appended or delivered again.
  public static final String EVENT_ID = "event-id";

  /// In a record that comes back from the dead letters: where it was.
  public static final String REDRIVE_OF = "redrive-of";

  /// In the same, where its session has halted again since: the dead letter that did it.
  public static final String REDRIVE_AFTER = "redrive-after";

  public static Header of(String name, String value) {
    return new Header(name, value.getBytes(StandardCharsets.UTF_8));
  }

  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }
}
