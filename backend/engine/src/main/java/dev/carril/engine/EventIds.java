package dev.carril.engine;

import dev.carril.engine.source.Header;
import dev.carril.engine.source.LogRecord;

/// By which id an event is known again.
final class EventIds {
  private EventIds() {}

  /// The header that our producer writes; else where the record is, which tells deliveries of one
  /// record apart from nothing but says nothing about an event that was appended twice.
  static String of(LogRecord<?, ?> logRecord) {
    String id = logRecord.headers().isEmpty() ? null : logRecord.header(Header.EVENT_ID);
    return id != null ? id : place(logRecord);
  }

  /// Where a record is, as it stands in ids and headers.
  static String place(LogRecord<?, ?> logRecord) {
    return logRecord.partition().topic()
        + "/"
        + logRecord.partition().number()
        + "/"
        + logRecord.offset();
  }
}
