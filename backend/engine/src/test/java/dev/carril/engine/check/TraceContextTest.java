package dev.carril.engine.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TraceContextTest {
  private static final String HEADER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void a_header_is_read_and_written_as_it_was() {
    TraceContext trace = TraceContext.parse(HEADER);
    assertNotNull(trace);
    assertEquals(0x4bf92f3577b34da6L, trace.traceHigh());
    assertEquals(0x00f067aa0ba902b7L, trace.parent());
    assertEquals(HEADER, trace.header());
    assertEquals(
        "00-4bf92f3577b34da6a3ce929d0e0e4736-000000000000002a-01", trace.child(42).header());
  }

  @Test
  void a_version_to_come_is_read_as_far_as_it_is_known() {
    assertNotNull(TraceContext.parse(HEADER.replaceFirst("00", "cc") + "-what-comes"));
    assertNotNull(TraceContext.parse(HEADER.replaceFirst("00", "cc")));
    assertNull(TraceContext.parse(HEADER.replaceFirst("00", "cc") + "x"));
    assertNull(TraceContext.parse(HEADER + "-more"));
  }

  @Test
  void what_is_no_traceparent_is_none() {
    for (String text :
        List.of(
            "",
            "00",
            HEADER.substring(1),
            HEADER.replaceFirst("00", "ff"),
            HEADER.toUpperCase(java.util.Locale.ROOT),
            HEADER.replace('-', '_'),
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            HEADER.replace("-01", "-0g"))) {
      assertNull(TraceContext.parse(text), text);
    }
    assertNull(TraceContext.parse(null));
  }

  @Test
  void ids_are_never_nothing() {
    assertThrows(IllegalArgumentException.class, () -> new TraceContext(0, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new TraceContext(1, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new TraceContext(1, 0, 1, 256));
  }
}
