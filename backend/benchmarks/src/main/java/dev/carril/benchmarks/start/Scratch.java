package dev.carril.benchmarks.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder for one benchmark, gone with it.
public record Scratch(Path folder) implements AutoCloseable {

  public static Scratch make(String benchmark) throws IOException {
    return new Scratch(Files.createTempDirectory("carril-bench-" + benchmark));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
