package dev.carril.benchmarks.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void the_median_is_the_middle_run_or_the_mean_of_the_two_in_the_middle() {
    assertEquals(3, new Figures(List.of(9.0, 1.0, 3.0)).median());
    assertEquals(2, new Figures(List.of(9.0, 1.0, 3.0, 1.0)).median());
  }

  @Test
  void least_and_most_do_not_hang_on_the_order_of_the_runs() {
    Figures figures = new Figures(List.of(2.0, 9.0, 1.0));
    assertEquals(1, figures.least());
    assertEquals(9, figures.most());
  }

  @Test
  void a_percentile_is_the_least_that_so_many_do_not_exceed() {
    Figures figures = new Figures(List.of(4.0, 3.0, 2.0, 1.0));
    assertEquals(1, figures.percentile(0));
    assertEquals(2, figures.percentile(50));
    assertEquals(3, figures.percentile(51));
    assertEquals(4, figures.percentile(100));
  }

  @Test
  void figures_without_a_run_cannot_be() {
    assertThrows(IllegalArgumentException.class, () -> new Figures(List.of()));
  }
}
