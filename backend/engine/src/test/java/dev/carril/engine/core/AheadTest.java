package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class AheadTest {
  private static final long BASE = 1_000_000_007L;

  /// What has ended of so many offsets behind one that has not, as runs.
  private static long[] runs(int offsets, LongPredicate ended) {
    var runs = new java.util.ArrayList<Long>();
    boolean done = false;
    long length = 1;
    for (long offset = 1; offset <= offsets; offset++) {
      if (ended.test(offset) == done) {
        length++;
      } else {
        runs.add(length);
        done = !done;
        length = 1;
      }
    }
    if (done) {
      runs.add(length);
    }
    return runs.stream().mapToLong(Long::longValue).toArray();
  }

  /// Encodes, checks what the text must be, decodes, and tells how many offsets came back right
  /// before the first that did not.
  private static long exactPrefix(int offsets, LongPredicate ended) {
    String text = Ahead.encode(BASE, runs(offsets, ended));
    assertTrue(text.length() <= Ahead.CHARACTERS_MAX, () -> "characters: " + text.length());
    // A character that an encoder would replace would not come back.
    assertEquals(text, new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    Restored restored = Ahead.decode(BASE, text);
    assertNull(restored.ignored());
    long wrong = -1;
    for (long offset = 1; offset <= offsets; offset++) {
      boolean has = restored.has(BASE + offset);
      if (has && !ended.test(offset)) {
        throw new AssertionError(offset + " had not ended");
      }
      if (!has && ended.test(offset) && wrong < 0) {
        wrong = offset;
      }
    }
    return wrong < 0 ? offsets : wrong - 1;
  }

  private static LongPredicate random(int percent, long seed) {
    return offset ->
        Math.floorMod(dev.carril.engine.check.Session.mix(seed * 7919 + offset), 100) < percent;
  }

  @Test
  void case_13_what_ended_ahead_comes_back_exactly_up_to_fifty_thousand_offsets() {
    for (int offsets : new int[] {5_000, 24_000, 50_000}) {
      assertEquals(offsets, exactPrefix(offsets, _ -> true));
      assertEquals(offsets, exactPrefix(offsets, offset -> offset % 2 == 0));
      for (int percent : new int[] {50, 90, 99}) {
        assertEquals(offsets, exactPrefix(offsets, random(percent, 1)), percent + " per cent");
      }
    }
  }

  @Test
  void case_13_where_the_whole_does_not_fit_the_longest_prefix_is_kept() {
    // A bit for each offset, less what stands before them.
    long half = exactPrefix(100_000, random(50, 1));
    assertTrue(half > 61_200 && half < 62_000, "prefix: " + half);
    assertEquals(100_000, exactPrefix(100_000, random(99, 1)));
    assertEquals(100_000, exactPrefix(100_000, _ -> true));
  }

  @Test
  void case_12_what_was_damaged_is_ignored_as_a_whole() {
    var dice = new Dice(12);
    String good = Ahead.encode(7, new long[] {3, 5, 1, 2, 70, 1});
    int believed = 0;
    for (int round = 0; round < 20_000; round++) {
      String text = damaged(good, dice);
      Restored restored = Ahead.decode(7, text);
      if (restored.ignored() == null) {
        believed += text.equals(good) ? 0 : 1;
      } else {
        tellsNothing(restored);
      }
    }
    // One in 32,768 passes the check sum by chance.
    assertTrue(believed <= 3, "believed: " + believed);
  }

  private static String damaged(String good, Dice dice) {
    var text = new StringBuilder(good);
    for (int change = dice.below(4); change >= 0; change--) {
      int at = dice.below(text.length());
      switch (dice.below(3)) {
        case 0 -> text.setCharAt(at, (char) dice.below(65_536));
        case 1 -> text.deleteCharAt(at);
        default -> text.insert(at, (char) dice.below(65_536));
      }
    }
    return text.toString();
  }

  private static void tellsNothing(Restored restored) {
    assertEquals(0, restored.count());
    for (long offset = 0; offset < 100; offset++) {
      assertFalse(restored.has(offset), restored.ignored());
    }
  }

  /// What somebody else wrote with a check sum that is right, or chance did.
  @Test
  void case_12_whatever_stands_behind_a_right_check_sum_is_told_without_contradiction() {
    var dice = new Dice(13);
    int believed = 0;
    for (int round = 0; round < 10_000; round++) {
      long base = dice.chance(0.1) ? Long.MAX_VALUE - dice.below(100_000) : dice.below(100_000);
      var text = new StringBuilder("carril1: ");
      // Long runs of zeros make large numbers.
      int mask = dice.chance(0.5) ? 0x7fff : dice.below(0x8000) & dice.below(0x8000);
      for (int count = 1 + dice.below(12); count > 0; count--) {
        text.append(BitText.character(dice.below(0x8000) & mask));
      }
      text.setCharAt("carril1:".length(), BitText.character(Ahead.sum(base, text)));
      Restored restored = Ahead.decode(base, text.toString());
      if (restored.ignored() != null) {
        tellsNothing(restored);
      } else {
        believed++;
        assertTrue(restored.count() >= 0, () -> base + ": " + text);
        assertTrue(restored.count() <= Long.MAX_VALUE - base, () -> base + ": " + text);
        long counted = 0;
        for (long offset = base; offset < base + 100 && offset >= 0; offset++) {
          counted += restored.has(offset) ? 1 : 0;
        }
        assertTrue(counted <= restored.count(), () -> base + ": " + text);
      }
    }
    assertTrue(believed > 500, "believed: " + believed);
  }

  @Test
  void runs_of_any_kind_come_back() {
    for (long seed = 1; seed < 400; seed++) {
      var dice = new Dice(seed);
      int percent = 1 + dice.below(99);
      int stretch = 1 + dice.below(50);
      LongPredicate kind = random(percent, seed);
      int offsets = 1 + dice.below(3_000);
      assertEquals(offsets, exactPrefix(offsets, offset -> kind.test(offset / stretch)));
    }
  }

  @Test
  void far_apart_offsets_take_little() {
    String text = Ahead.encode(0, new long[] {5_000_000_000L, 1, 70_000_000_000L, 3});
    assertTrue(text.length() < 30, text);
    Restored restored = Ahead.decode(0, text);
    assertFalse(restored.has(4_999_999_999L));
    assertTrue(restored.has(5_000_000_000L));
    assertFalse(restored.has(5_000_000_001L));
    assertTrue(restored.has(75_000_000_003L));
    assertFalse(restored.has(75_000_000_004L));
    assertEquals(4, restored.count());
  }

  /// So many times so much open and so much ended.
  private static String inTurns(int times, long open, long ended) {
    var runs = new long[2 * times];
    for (int at = 0; at < runs.length; at += 2) {
      runs[at] = open;
      runs[at + 1] = ended;
    }
    String text = Ahead.encode(7, runs);
    assertEquals(times * ended, Ahead.decode(7, text).count());
    return text;
  }

  @Test
  void what_is_told_takes_as_few_characters_as_its_kind_needs() {
    // A run of a thousand takes twelve bits, one of one a bit; fifteen bits are a character.
    assertEquals(98, inTurns(100, 1_000, 1).length());
    assertEquals(98, inTurns(100, 1, 1_000).length());
    assertEquals(118, inTurns(100, 1_000, 3).length());
    assertEquals(104, inTurns(50, 100_000, 100).length());
    assertEquals(14, inTurns(1, 1, 1L << 40).length());
    assertEquals(14, inTurns(1, 1L << 40, 1).length());
    assertEquals(758, inTurns(700, 40, 40).length());
    assertEquals(1_611, inTurns(2_000, 1, 300).length());
    // A bit for each.
    assertEquals(24, inTurns(100, 1, 1).length());
    assertEquals(16, inTurns(7, 5, 9).length());
  }

  @Test
  void of_runs_that_do_not_fit_as_many_are_told_as_do() {
    var runs = new long[20_000];
    for (int at = 0; at < runs.length; at += 2) {
      runs[at] = 1_000;
      runs[at + 1] = 1;
    }
    String text = Ahead.encode(7, runs);
    assertEquals(Ahead.CHARACTERS_MAX, text.length());
    assertEquals(4_713, Ahead.decode(7, text).count());
  }

  @Test
  void nothing_ahead_is_no_text() {
    assertEquals("", Ahead.encode(5, new long[0]));
    assertEquals(0, Ahead.decode(5, "").count());
    assertNull(Ahead.decode(5, "").ignored());
  }

  @Test
  void metadata_beside_another_offset_is_not_believed() {
    String text = Ahead.encode(5, new long[] {1, 4});
    assertNull(Ahead.decode(5, text).ignored());
    for (long offset = 0; offset < 1_000; offset++) {
      if (offset != 5) {
        assertNotNull(Ahead.decode(offset, text).ignored());
      }
    }
  }
}
