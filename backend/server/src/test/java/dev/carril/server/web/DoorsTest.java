package dev.carril.server.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorsTest {

  @Test
  void the_host_it_listens_on_is_its_own() {
    assertTrue(new Doors("Pc.local", List.of()).isOurs("pc.local:7070"));
    assertTrue(new Doors("fe80::1", List.of()).isOurs("[fe80::1]:7070"));
    assertFalse(new Doors("0.0.0.0", List.of()).isOurs("192.168.1.5"));
  }

  @Test
  void an_origin_is_compared_whole_and_the_usual_ports_are_the_same_as_none() {
    Doors doors = new Doors("127.0.0.1", List.of("https://carril.example:443", "http://lab:80"));

    assertTrue(doors.mayTalk("https://carril.example", "anything"));
    assertTrue(doors.mayTalk("http://lab", "anything"));
    assertFalse(doors.mayTalk("http://carril.example", "anything"));
    assertFalse(doors.mayTalk("https://carril.example:8443", "anything"));
  }

  @Test
  void the_page_of_this_very_host_may_whether_or_not_a_proxy_speaks_https() {
    Doors doors = new Doors("127.0.0.1", List.of());

    assertTrue(doors.mayTalk("http://localhost:7070", "localhost:7070"));
    assertTrue(doors.mayTalk("https://localhost", "localhost"));
    assertTrue(doors.mayTalk("http://localhost", "localhost:80"));
    assertFalse(doors.mayTalk("http://localhost:7071", "localhost:7070"));
    assertFalse(doors.mayTalk("http://127.0.0.1:7070", "localhost:7070"));
    assertFalse(doors.mayTalk("file://localhost:7070", "localhost:7070"));
    assertFalse(doors.mayTalk(null, "localhost:7070"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "carril.example",
        "https://",
        "https://carril.example/path",
        "https://carril.example?x",
        "https://me@carril.example",
        "ftp://carril.example",
        "https://carril example",
        ""
      })
  void what_is_no_origin_is_refused(String origin) {
    assertThrows(IllegalArgumentException.class, () -> new Doors("127.0.0.1", List.of(origin)));
  }
}
