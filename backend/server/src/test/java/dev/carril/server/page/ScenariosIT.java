package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.FilePayload;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.prove.Played;
import dev.carril.simulator.prove.Prover;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Scripts that the page opens as files: what `carril prove` has found, and the thirteen points of
/// what the engine promises, whose pictures are taken on the way.
@Timeout(90)
class ScenariosIT {
  @RegisterExtension private static final House house = new House();

  private static final Path TRANSCRIPTS =
      Path.of("../simulator/src/test/resources/dev/carril/simulator/transcripts");

  /// `-Dcarril.points.write=true` puts the pictures where the documentation has them.
  private static final Path PICTURES =
      Boolean.getBoolean("carril.points.write")
          ? Path.of("../../docs/points")
          : Path.of("target/points");

  /// As its file, with the page of a sandbox of its own behind it.
  private static Visitor opened(String name, String script) {
    return opened(name, script, 1366, 768);
  }

  private static Visitor opened(String name, String script, int width, int height) {
    Visitor anna = Visitor.at(house.address(), Visitor.usual().setViewportSize(width, height));
    String before = anna.sandbox();
    anna.button("Share").click();
    anna.page
        .locator("dialog input[type=file]")
        .setInputFiles(
            new FilePayload(name, "text/plain", script.getBytes(StandardCharsets.UTF_8)));
    anna.page.waitForURL(url -> url.contains("/sandbox/") && !url.endsWith(before));
    anna.settled();
    return anna;
  }

  @Test
  void what_a_proof_has_found_is_a_scenario_of_the_page() {
    var prover = new Prover(Design.POOL);
    Played found = prover.play(0);
    for (long seed = 1; found.violation() == null; seed++) {
      found = prover.play(seed);
    }
    Played shortest = prover.shrink(found);
    String script = String.join("\n", prover.script(shortest));

    try (Visitor anna = opened("found.txt", script)) {
      anna.awaitThat("document.querySelector('#picture .instance')");
      // It can be gone through, and the violation is told in words.
      String told = anna.run("check order orders group g");
      assertTrue(told.contains("broke law " + shortest.law()), told);
      assertTrue(anna.picture().contains("orders"), anna::picture);
      anna.run("undo");
      anna.awaitThat("document.querySelector('#picture')");
    }
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> each_point_has_its_picture() throws IOException {
    Files.createDirectories(PICTURES);
    List<Path> points;
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      points =
          files.filter(it -> it.getFileName().toString().startsWith("point-")).sorted().toList();
    }
    assertEquals(13, points.size());
    return points.stream()
        .map(
            point -> DynamicTest.dynamicTest(point.getFileName().toString(), () -> picture(point)));
  }

  private static void picture(Path point) throws IOException {
    List<String> lines =
        Files.readAllLines(point).stream()
            .takeWhile(line -> !line.equals("# Picture."))
            .filter(line -> !line.startsWith(" "))
            .toList();
    String name = point.getFileName().toString();
    String script = "# --seed 1\n" + String.join("\n", lines);
    try (Visitor anna = opened(name, script, 1280, 800)) {
      anna.awaitThat("document.querySelector('#picture .instance')");
      anna.page.waitForTimeout(500);
      Path to = PICTURES.resolve(name.replace(".txt", ".png"));
      anna.page.screenshot(new com.microsoft.playwright.Page.ScreenshotOptions().setPath(to));
      assertTrue(Files.size(to) <= 150_000, to + " has " + Files.size(to) + " bytes");
    }
  }
}
