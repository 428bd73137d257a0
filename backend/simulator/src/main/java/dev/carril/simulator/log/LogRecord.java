package dev.carril.simulator.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands in one cell of a partition. It never changes.
///
/// @param key exactly as typed, or null
/// @param value exactly as typed, or null for a tombstone
/// @param timestampMillis virtual time of the append, in milliseconds since 1970
public record LogRecord(
    int partition,
    long offset,
    @Nullable String key,
    @Nullable String value,
    List<Header> headers,
    long timestampMillis) {

  public LogRecord {
    headers = List.copyOf(headers);
  }

  public boolean hasHeader(String name) {
    return header(name) != null;
  }

  /// What stands in the first header of that name, or null.
  public @Nullable String header(String name) {
    for (int at = 0; at < headers.size(); at++) {
      Header header = headers.get(at);
      if (header.key().equals(name)) {
        return header.value();
      }
    }
    return null;
  }

  /// Key, value and headers in UTF-8: what retention by size and the limit of a record count.
  public int bytes() {
    return bytes(key, value, headers);
  }

  /// The same for a record that is not appended yet.
  public static int bytes(@Nullable String key, @Nullable String value, List<Header> headers) {
    int sum = utf8Length(key) + utf8Length(value);
    for (int at = 0; at < headers.size(); at++) {
      Header header = headers.get(at);
      sum += utf8Length(header.key()) + utf8Length(header.value());
    }
    return sum;
  }

  private static int utf8Length(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit >= 0x80) {
        // Each half of a surrogate pair counts two: together the four bytes of its character.
        bytes += unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
      }
    }
    return bytes;
  }
}
