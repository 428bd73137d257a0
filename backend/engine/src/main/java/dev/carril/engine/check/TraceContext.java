package dev.carril.engine.check;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Where a record stands in a trace: the W3C `traceparent` that came in its headers.
///
/// @param parent the span that made the record
public record TraceContext(long traceHigh, long traceLow, long parent, int flags) {
  /// The header's name.
  public static final String HEADER = "traceparent";

  private static final int LENGTH = 55;
  private static final HexFormat HEX = HexFormat.of();

  public TraceContext {
    if ((traceHigh | traceLow) == 0 || parent == 0 || (flags & ~0xff) != 0) {
      throw new IllegalArgumentException("a trace and a span have ids other than 0");
    }
  }

  /// Null for what is no `traceparent`: a record is handled whatever its header says.
  public static @Nullable TraceContext parse(@Nullable String header) {
    if (header == null || header.length() < LENGTH) {
      return null;
    }
    boolean first = header.startsWith("00-");
    // A version to come may be longer and begins the same; ff is none.
    boolean later =
        !first
            && isHex(header, 0, 2)
            && !header.startsWith("ff")
            && (header.length() == LENGTH || header.charAt(LENGTH) == '-');
    boolean formed =
        (later || first && header.length() == LENGTH)
            && header.charAt(2) == '-'
            && isHex(header, 3, 35)
            && header.charAt(35) == '-'
            && isHex(header, 36, 52)
            && header.charAt(52) == '-'
            && isHex(header, 53, 55);
    if (!formed) {
      return null;
    }
    long high = Long.parseUnsignedLong(header, 3, 19, 16);
    long low = Long.parseUnsignedLong(header, 19, 35, 16);
    long parent = Long.parseUnsignedLong(header, 36, 52, 16);
    return (high | low) == 0 || parent == 0
        ? null
        : new TraceContext(high, low, parent, Integer.parseInt(header, 53, 55, 16));
  }

  /// The same trace, one span further; the span's id is brought along, since nothing here draws
  /// lots.
  public TraceContext child(long span) {
    return new TraceContext(traceHigh, traceLow, span, flags);
  }

  /// As it goes into a header.
  public String header() {
    return "00-"
        + HEX.toHexDigits(traceHigh)
        + HEX.toHexDigits(traceLow)
        + '-'
        + HEX.toHexDigits(parent)
        + '-'
        + HEX.toHexDigits((byte) flags);
  }

  private static boolean isHex(String text, int from, int to) {
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
