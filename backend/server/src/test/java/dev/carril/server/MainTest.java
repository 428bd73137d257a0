package dev.carril.server;

import static dev.carril.server.Ended.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command line: what it says and the status that it ends with.
@Timeout(120)
class MainTest {
  @TempDir Path folder;

  private static Ended runApart(ProcessBuilder command) throws Exception {
    Process process = command.redirectError(ProcessBuilder.Redirect.PIPE).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return new Ended(process.exitValue(), out, err);
  }

  @Test
  void every_command_says_which_version_it_is_of() {
    for (String[] args :
        new String[][] {{"--version"}, {"run", "--version"}, {"check", "exercises", "--version"}}) {
      Ended ended = run(args);

      assertEquals(0, ended.status());
      assertTrue(ended.out().startsWith("Carril "), ended.out());
      assertTrue(ended.out().contains("Java " + Runtime.version()), ended.out());
    }
  }

  @Test
  void what_is_no_number_is_told_without_words_of_java() {
    for (String[] args : new String[][] {{"serve", "--port", "x"}, {"run", "-", "--seed", "9e9"}}) {
      Ended ended = run(args);

      assertEquals(2, ended.status());
      assertTrue(ended.err().contains("is no whole number"), ended.err());
    }
  }

  @Test
  void an_address_of_elsewhere_is_not_blamed_on_the_port() {
    for (String host : new String[] {"nowhere.invalid", "192.0.2.1"}) {
      Ended ended =
          run("serve", "--host", host, "--port", "0", "--data", folder.resolve("d").toString());

      assertEquals(1, ended.status());
      assertTrue(ended.err().contains("--host"), ended.err());
      assertFalse(ended.err().contains("--port"), ended.err());
    }
  }

  @Test
  void a_taken_port_is_said_with_what_to_do() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Ended ended =
          run(
              "serve",
              "--port",
              "" + taken.getLocalPort(),
              "--data",
              folder.resolve("d").toString());

      assertEquals(1, ended.status());
      assertTrue(ended.err().contains("--port"), ended.err());
      assertTrue(ended.err().contains("" + taken.getLocalPort()), ended.err());
      assertEquals(1, ended.err().lines().count(), ended.err());
      assertEquals("", ended.out());
    }
  }

  @Test
  void a_host_that_is_not_ours_is_said_with_what_to_do() throws Exception {
    for (String host : new String[] {"192.0.2.1", "no-such-host.invalid"}) {
      Ended ended = run("serve", "--port", "0", "--host", host, "--data", folder.toString());

      assertEquals(1, ended.status());
      assertTrue(ended.err().contains("--host") || ended.err().contains("--port"), ended.err());
      assertEquals(1, ended.err().lines().count(), ended.err());
    }
  }

  @Test
  void a_folder_that_another_server_uses_is_said_with_what_to_do() throws Exception {
    try (RunningServer first = RunningServer.on(folder)) {
      Ended ended = run("serve", "--port", "0", "--data", folder.toString());

      assertEquals(1, ended.status());
      assertTrue(ended.err().contains("--data"), ended.err());
      assertEquals(1, ended.err().lines().count(), ended.err());
      assertEquals(200, first.get("/health").statusCode());
    }
  }

  @Test
  void a_damaged_database_is_said_and_left_as_it_is() throws Exception {
    Path database = Files.writeString(folder.resolve("carril.db"), "no database at all, but text");

    Ended ended = run("serve", "--port", "0", "--data", folder.toString());

    assertEquals(1, ended.status());
    assertTrue(ended.err().contains("damaged"), ended.err());
    assertEquals("no database at all, but text", Files.readString(database));
  }

  @Test
  void wrong_usage_ends_with_two() throws Exception {
    for (String[] args :
        new String[][] {
          {"dance"},
          {"serve", "--port", "many"},
          {"serve", "--port", "70000"},
          {"serve", "--exercises", folder.resolve("nowhere").toString()},
          {"serve", "--origin", "carril.example", "--data", folder.toString()},
          {"run"}
        }) {
      Ended ended = run(args);

      assertEquals(2, ended.status(), String.join(" ", args));
      assertTrue(!ended.err().isBlank() && ended.out().isBlank(), ended.err());
    }
  }

  @Test
  void output_is_utf_8_whatever_the_locale_says() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("script"), "create topic t partitions 1\nproduce t {\"é\":\"🛒 ש\"}\n");
    ProcessBuilder command = ServerProcess.command("run", "--json", script.toString());
    command.environment().put("LC_ALL", "C");
    command.command().add(1, "-Dstdout.encoding=ISO-8859-1");
    command.command().add(1, "-Dfile.encoding=ISO-8859-1");

    Ended ended = runApart(command);

    assertEquals(0, ended.status(), ended.err());
    assertTrue(ended.out().contains("{\\\"é\\\":\\\"🛒 ש\\\"}"), ended.out());
  }

  @Test
  void a_script_can_come_in_by_standard_input() throws Exception {
    ProcessBuilder command =
        ServerProcess.command("run", "-")
            .redirectInput(Files.writeString(folder.resolve("in"), "topics\nnonsense\n").toFile());
    Process process = command.redirectError(ProcessBuilder.Redirect.PIPE).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(1, process.waitFor());
    assertTrue(out.startsWith("> topics\n"), out);
    assertTrue(out.contains("> nonsense\n"), out);
  }

  @Test
  void who_called_it_wrongly_hears_nothing_of_a_cache() throws Exception {
    ProcessBuilder command = ServerProcess.command("serve", "--port", "x");
    command.command().add(1, "-Dcarril.ready=" + folder.resolve("ready"));

    Ended ended = runApart(command);

    assertEquals(2, ended.status());
    assertFalse(ended.err().contains("cache"), ended.err());
  }

  @Test
  void it_leaves_a_sign_when_it_answers_and_ends_well_when_asked() throws Exception {
    Path ready = folder.resolve("ready");
    ProcessBuilder command =
        ServerProcess.command("serve", "--port", "0", "--data", folder.resolve("d").toString());
    command.command().add(1, "-Dcarril.ready=" + ready);
    Process process = command.redirectError(ProcessBuilder.Redirect.PIPE).start();
    try (var out = process.inputReader(StandardCharsets.UTF_8);
        var err = process.errorReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      assertTrue(line.matches("Carril is at http://127\\.0\\.0\\.1:[1-9][0-9]*"), line);
      String told = err.readLine();
      assertTrue(told.contains("some seconds more to write a cache"), told);
      // The sign follows the line at once; the end waits for both.
      process.destroy();
      assertTrue(process.waitFor(20, TimeUnit.SECONDS));
      assertTrue(Files.exists(ready));
      assertTrue(!Files.exists(folder.resolve("d").resolve("carril.db-wal")), "the log is put in");
    } finally {
      process.destroyForcibly();
    }
  }
}
