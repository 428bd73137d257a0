package dev.carril.benchmarks.start;

import java.util.List;

/// The times of several runs of one thing, in milliseconds.
record Figures(List<Double> millis) {

  Figures {
    if (millis.isEmpty()) {
      throw new IllegalArgumentException("no run, no figures");
    }
    millis = millis.stream().sorted().toList();
  }

  double least() {
    return millis.getFirst();
  }

  double most() {
    return millis.getLast();
  }

  /// The middle one; of an even number the mean of the two in the middle.
  double median() {
    int half = millis.size() / 2;
    return millis.size() % 2 == 1
        ? millis.get(half)
        : (millis.get(half - 1) + millis.get(half)) / 2;
  }
}
