package dev.carril.simulator.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PartitionerTest {

  @Test
  void a_sum_can_be_done_by_hand() {
    assertEquals(982, Partitioner.sum("customer-7"));
    assertEquals(688, Partitioner.sum("order-61"));
    assertEquals(869, Partitioner.sum("product-7"));
    assertEquals(1, Partitioner.SUM.partition("customer-7", 3));
    assertEquals(1, Partitioner.SUM.partition("order-61", 3));
    assertEquals(2, Partitioner.SUM.partition("product-7", 3));
    assertEquals(2, Partitioner.SUM.partition("customer-7", 4));
  }

  @Test
  void murmur2_puts_keys_where_kafka_does() {
    assertEquals(1, Partitioner.MURMUR2.partition("customer-7", 3));
    assertEquals(0, Partitioner.MURMUR2.partition("order-61", 3));
    assertEquals(2, Partitioner.MURMUR2.partition("product-7", 3));
  }

  @Test
  void an_empty_key_and_one_beyond_the_first_plane_have_their_place() {
    assertEquals(0, Partitioner.SUM.partition("", 3));
    assertEquals(
        ("\ud83d\ude00".charAt(0) + "\ud83d\ude00".charAt(1)) % 3,
        Partitioner.SUM.partition("\ud83d\ude00", 3));
  }

  @Test
  void bytes_are_those_of_utf_8() {
    assertEquals(1 + 2 + 3 + 4, LogRecord.bytes("aé", "€😀", java.util.List.of()));
  }
}
