package dev.carril.benchmarks.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carril.benchmarks.figures.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The figures of several passes through several kinds of work, told as a table of medians and as
/// JSON with every pass.
final class Report {
  private final String benchmark;
  private final Map<String, List<Map<String, Double>>> rows = new LinkedHashMap<>();
  private final Map<String, Boolean> goals = new LinkedHashMap<>();

  Report(String benchmark) {
    this.benchmark = benchmark;
  }

  /// One pass of a row. All passes of a row have the same figures.
  void add(String row, Map<String, Double> figures) {
    rows.computeIfAbsent(row, _ -> new ArrayList<>()).add(new LinkedHashMap<>(figures));
  }

  // A figure that a row does not have is no number, and JSON has no word for that.
  private Map<String, List<Map<String, Double>>> numbers() {
    var numbers = new LinkedHashMap<String, List<Map<String, Double>>>();
    rows.forEach((row, passes) -> {
      var clean = new ArrayList<Map<String, Double>>();
      for (Map<String, Double> pass : passes) {
        var figures = new LinkedHashMap<>(pass);
        figures.values().removeIf(value -> value.isNaN() || value.isInfinite());
        clean.add(figures);
      }
      numbers.put(row, clean);
    });
    return numbers;
  }

  /// The median of a row's passes.
  double median(String row, String figure) {
    return new Figures(
            rows.getOrDefault(row, List.of()).stream()
                .map(pass -> pass.getOrDefault(figure, Double.NaN))
                .toList())
        .median();
  }

  void goal(String goal, boolean met) {
    goals.put(goal, met);
  }

  /// A line for each row, with the medians of its passes.
  String table() {
    var told = new StringBuilder();
    int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    rows.forEach((row, passes) -> {
      if (told.isEmpty()) {
        told.append(String.format("%-" + width + "s", benchmark));
        passes.getFirst().keySet().forEach(name -> told.append("  ").append(padded(name)));
        told.append('\n');
      }
      told.append(String.format("%-" + width + "s", row));
      passes
          .getFirst()
          .keySet()
          .forEach(
              name -> told.append("  ").append(figure(median(row, name), padded(name).length())));
      told.append('\n');
    });
    goals.forEach(
        (goal, met) -> told.append(met ? "met     " : "missed  ").append(goal).append('\n'));
    return told.toString();
  }

  private static String padded(String name) {
    return String.format("%9s", name);
  }

  private static String figure(double value, int width) {
    if (Double.isNaN(value)) {
      return String.format("%" + width + "s", "–");
    }
    int places = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%" + width + "." + places + "f", value);
  }

  String json() throws JsonProcessingException {
    var whole = new LinkedHashMap<String, Object>();
    whole.put("benchmark", benchmark);
    whole.put("java", System.getProperty("java.version"));
    whole.put("cores", Runtime.getRuntime().availableProcessors());
    whole.put("rows", numbers());
    whole.put("goals", goals);
    return new ObjectMapper().writeValueAsString(whole);
  }
}
