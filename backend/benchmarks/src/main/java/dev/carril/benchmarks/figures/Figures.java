package dev.carril.benchmarks.figures;

import java.util.List;

/// What several runs of one thing gave, in order.
public record Figures(List<Double> sorted) {

  public Figures {
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("no run, no figures");
    }
    sorted = sorted.stream().sorted().toList();
  }

  public double least() {
    return sorted.getFirst();
  }

  public double most() {
    return sorted.getLast();
  }

  /// The middle one; of an even number the mean of the two in the middle.
  public double median() {
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /// The least one that so many per cent of all do not exceed.
  public double percentile(double percent) {
    int at = (int) Math.ceil(sorted.size() * percent / 100) - 1;
    return sorted.get(Math.max(0, at));
  }
}
