package dev.carril.engine.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.source.Partition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionTest {
  @Test
  void keys_of_one_value_are_one_session() {
    List<List<Object>> same =
        List.of(
            List.of("anna", new String("anna")),
            List.of(new byte[] {1, 2}, new byte[] {1, 2}),
            List.of((byte) 7, (short) 7, 7, 7L, 7.0f, 7.0, BigInteger.valueOf(7)),
            List.of(8L, new BigDecimal("8.00"), 8.0),
            List.of(0, 0.0, -0.0, BigDecimal.ZERO, new BigDecimal("0.00")),
            List.of(1L << 53, (double) (1L << 53)),
            List.of(1e300, 1e300),
            List.of(Double.NaN, Double.NaN),
            List.of(BigInteger.ONE.shiftLeft(70), new BigDecimal(BigInteger.ONE.shiftLeft(70))),
            List.of(0.5f, 0.5),
            List.of(new BigDecimal("1.50"), new BigDecimal("1.5")),
            List.of(huge(), huge()),
            List.of(BigInteger.TEN, BigInteger.valueOf(10)),
            List.of(new UUID(1, 2), new UUID(1, 2)));
    for (List<Object> keys : same) {
      Session first = Session.of("orders", keys.getFirst());
      for (Object key : keys) {
        Session other = Session.of("orders", key);
        assertEquals(first, other);
        assertEquals(first.hashCode(), other.hashCode());
        assertEquals(first.hash(), Session.hash("orders", Session.plain(key)));
        assertTrue(first.is("orders", Session.plain(key)));
      }
    }
    for (int one = 0; one < same.size(); one++) {
      for (int other = 0; other < one; other++) {
        assertNotEquals(
            Session.of("orders", same.get(one).getFirst()),
            Session.of("orders", same.get(other).getFirst()));
      }
    }
  }

  // Nobody could write it out.
  private static BigDecimal huge() {
    return new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE);
  }

  @Test
  void the_topic_belongs_to_it() {
    assertNotEquals(Session.of("orders", "anna"), Session.of("returns", "anna"));
    assertFalse(Session.of("orders", "anna").is("returns", "anna"));
    assertEquals("orders", Session.of("orders", "anna").topic());
  }

  @Test
  void a_key_whose_value_cannot_be_told_is_refused() {
    for (Object key :
        List.of(new Object(), new StringBuilder("x"), List.of("x"), Thread.State.NEW)) {
      var thrown = assertThrows(IllegalArgumentException.class, () -> Session.of("orders", key));
      assertTrue(thrown.getMessage().contains(key.getClass().getName()));
    }
  }

  @Test
  void bytes_are_kept_as_they_were() {
    byte[] key = {1, 2};
    Session session = Session.of("orders", key);
    key[0] = 9;
    assertArrayEquals(new byte[] {1, 2}, (byte[]) session.key());
    ((byte[]) session.key())[0] = 9;
    assertArrayEquals(new byte[] {1, 2}, (byte[]) session.key());
  }

  @Test
  void records_without_a_key_are_the_session_of_their_partition() {
    Session first = Session.keyless(new Partition("orders", 0));
    assertEquals(first, Session.keyless(new Partition("orders", 0)));
    assertNotEquals(first, Session.keyless(new Partition("orders", 1)));
    assertNotEquals(first, Session.of("orders", ""));
    assertNull(first.key());
    assertEquals("no key orders:p0", first.toString());
  }

  @Test
  void people_read_the_key() {
    assertEquals("anna", Session.of("orders", "anna").toString());
    assertEquals("hi", Session.of("orders", new byte[] {'h', 'i'}).toString());
    assertEquals("7", Session.of("orders", 7).toString());
  }
}
