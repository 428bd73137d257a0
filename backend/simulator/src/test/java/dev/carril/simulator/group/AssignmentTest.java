package dev.carril.simulator.group;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AssignmentTest {

  @Test
  void the_first_members_get_one_more() {
    assertEquals(
        Map.of("billing-1", List.of(0, 1), "billing-2", List.of(2)),
        Assignment.byRange(List.of("billing-2", "billing-1"), 3));
  }

  @Test
  void a_fourth_member_of_three_partitions_owns_none() {
    assertEquals(List.of(), Assignment.byRange(List.of("m-1", "m-2", "m-3", "m-4"), 3).get("m-4"));
  }

  @Test
  void names_are_sorted_as_people_count() {
    var names = new ArrayList<>(List.of("b-10", "b-9", "b", "a-2", "b-010", "b-9x"));
    names.sort(Assignment.NATURAL);
    assertEquals(List.of("a-2", "b", "b-9", "b-9x", "b-010", "b-10"), names);
  }

  @Test
  void the_order_of_names_contradicts_itself_nowhere() {
    var random = new Random(7);
    for (int round = 0; round < 20_000; round++) {
      String a = name(random);
      String b = name(random);
      String c = name(random);
      int ab = Assignment.NATURAL.compare(a, b);
      assertEquals(
          Integer.signum(ab), -Integer.signum(Assignment.NATURAL.compare(b, a)), a + " " + b);
      assertEquals(ab == 0, a.equals(b), a + " " + b);
      if (ab < 0 && Assignment.NATURAL.compare(b, c) < 0) {
        assertEquals(-1, Integer.signum(Assignment.NATURAL.compare(a, c)), a + " " + b + " " + c);
      }
    }
  }

  private static String name(Random random) {
    var name = new StringBuilder();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      name.append("a01-9".charAt(random.nextInt(5)));
    }
    return name.toString();
  }
}
