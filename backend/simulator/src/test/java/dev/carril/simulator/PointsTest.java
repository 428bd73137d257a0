package dev.carril.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each of the thirteen points of what the engine promises has a transcript that shows the rule,
/// and what happens without it; and a picture.
class PointsTest {
  private static final Path TRANSCRIPTS =
      Path.of("src/test/resources/dev/carril/simulator/transcripts");
  private static final Path PICTURES = Path.of("../../docs/points");
  private static final long PICTURE_BYTES = 150_000;

  @TestFactory
  Stream<DynamicTest> every_point_is_shown() {
    return IntStream.rangeClosed(1, 13)
        .mapToObj(point -> DynamicTest.dynamicTest("point " + point, () -> isShown(point)));
  }

  private static void isShown(int point) throws IOException {
    List<Path> found = named(TRANSCRIPTS, point);
    assertEquals(1, found.size(), found.toString());
    List<String> lines = Files.readAllLines(found.getFirst());
    assertTrue(lines.getFirst().startsWith("# Point " + point + ": "), lines.getFirst());
    assertEquals(1, lines.stream().filter("# Picture."::equals).count(), "one moment is pictured");
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("# Without")), "the contrast");

    String name = found.getFirst().getFileName().toString().replace(".txt", ".png");
    assertEquals(
        List.of(name),
        named(PICTURES, point).stream().map(it -> it.getFileName().toString()).toList());
    assertTrue(Files.size(PICTURES.resolve(name)) <= PICTURE_BYTES, name + " is too large");
  }

  private static List<Path> named(Path folder, int point) throws IOException {
    String start = String.format("point-%02d-", point);
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith(start)).toList();
    }
  }
}
