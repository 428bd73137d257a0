package dev.carril.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import dev.carril.simulator.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Plays every transcript in a fresh sandbox: the manual of the console, and its test.
///
/// `-Dcarril.transcripts.write=true` writes what came into the files instead, for review.
class TranscriptTest {

  private static final Path FOLDER = Path.of("src/test/resources/dev/carril/simulator/transcripts");

  private static final long SEED = 1;

  @TestFactory
  List<DynamicTest> every_transcript_tells_what_happens() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(FOLDER)) {
      files = found.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
    assertFalse(files.isEmpty());
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
        .toList();
  }

  private static void check(Path file) throws IOException {
    String written = Files.readString(file);
    String played = play(written);
    if (Boolean.getBoolean("carril.transcripts.write")) {
      Files.writeString(file, played);
    } else if (!played.equals(written)) {
      fail(file.getFileName() + " differs:\n" + Transcript.difference(written, played));
    }
  }

  /// The transcript with the answers that come now. What it left is also what its log makes.
  private static String play(String written) {
    try (Sandbox sandbox = Sandbox.empty(SEED)) {
      String played = Transcript.of(written).play(sandbox);
      try (Sandbox again = Sandbox.replay(SEED, sandbox.log())) {
        assertEquals(sandbox.facts(), again.facts());
      }
      return played;
    }
  }
}
