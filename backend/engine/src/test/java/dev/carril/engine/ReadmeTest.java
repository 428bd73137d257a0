package dev.carril.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the README says can be checked, so it is.
class ReadmeTest {
  private static final Path README = Path.of("README.md");

  /// Where tests of this module may be.
  private static final List<String> ROOMS =
      List.of("", ".core", ".check", ".runtime", ".source", ".source.memory");

  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  @Test
  void each_guarantee_names_a_test_that_exists() throws IOException {
    List<String> rows =
        Files.readAllLines(README).stream()
            .dropWhile(line -> !line.startsWith("| what goes wrong |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertTrue(rows.size() > 30, "rows: " + rows.size());
    for (String row : rows) {
      Matcher named = Pattern.compile("\\| " + NAMED.pattern() + " \\|$").matcher(row);
      assertTrue(named.find(), () -> "no test: " + row);
      assertTrue(isTest(named.group(1), named.group(2)), row);
    }
  }

  @Test
  void each_test_that_is_named_anywhere_exists() throws IOException {
    Matcher named = NAMED.matcher(Files.readString(README));
    while (named.find()) {
      assertTrue(isTest(named.group(1), named.group(2)), named::group);
    }
  }

  private static boolean isTest(String type, String method) {
    for (String room : ROOMS) {
      try {
        Class<?> found = Class.forName("dev.carril.engine" + room + "." + type);
        return Stream.of(found.getDeclaredMethods())
            .filter(it -> it.getName().equals(method))
            .anyMatch(it -> it.isAnnotationPresent(Test.class));
      } catch (ClassNotFoundException elsewhere) {
        // In another room.
      }
    }
    return false;
  }

  @Test
  void each_case_has_a_test_by_its_number() throws IOException {
    String tests = allTests();
    for (int number = 1; number <= 39; number++) {
      // Case 35 is about the settings of Kafka's own producer.
      if (number != 35) {
        String name = String.format(" void case_%02d_", number);
        assertTrue(tests.contains(name), name);
      }
    }
  }

  @Test
  void the_program_is_short_compiles_and_keeps_each_order(@TempDir Path folder) throws Exception {
    String program = program();
    assertTrue(program.lines().filter(line -> !line.isBlank()).count() <= 25, program);
    Files.writeString(folder.resolve("Orders.java"), program);
    var complaints = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                complaints,
                complaints,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                folder.resolve("Orders.java").toString());
    assertEquals(0, status, complaints::toString);

    Map<String, List<String>> byOrder = new LinkedHashMap<>();
    for (String line : run(folder).lines().toList()) {
      String[] words = line.split(" ", 2);
      byOrder.computeIfAbsent(words[0], _ -> new ArrayList<>()).add(words[1]);
    }
    assertEquals(4, byOrder.size());
    byOrder.values().forEach(events -> assertEquals(List.of("placed", "paid", "shipped"), events));
  }

  private static String run(Path folder) throws Exception {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      var main = loader.loadClass("Orders").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String program() throws IOException {
    Matcher block =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(README));
    assertTrue(block.find());
    return block.group(1);
  }

  private static String allTests() throws IOException {
    var text = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.toString();
  }
}
