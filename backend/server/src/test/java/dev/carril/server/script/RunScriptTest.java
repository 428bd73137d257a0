package dev.carril.server.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What `carril run` prints, and the status that it ends with.
class RunScriptTest {
  @TempDir Path folder;

  private record Ended(int status, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  private Ended run(String script, String... options) throws IOException {
    return run(
        Files.write(folder.resolve("script"), script.getBytes(StandardCharsets.UTF_8)), options);
  }

  private static Ended run(Path file, String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = java.util.Arrays.copyOf(options, options.length + 1);
    args[options.length] = file.toString();
    int status =
        new CommandLine(new RunScript())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Ended(status, out.toString(), err.toString());
  }

  /// Plays a script and compares what each command tells to programs.
  private void assertData(String script, String... data) throws IOException {
    List<String> lines = run(script, "--json").lines();
    assertEquals(data.length, lines.size(), () -> String.join("\n", lines));
    for (int i = 0; i < data.length; i++) {
      String line = lines.get(i);
      String told = line.substring(line.indexOf("\"data\":") + 7, line.length() - 1);
      assertEquals(data[i].replace('\'', '"'), told);
    }
  }

  @Test
  void a_command_is_repeated_and_answered_as_in_the_console() throws Exception {
    Ended ended =
        run(
            """
            create topic orders partitions 2
            produce orders a
            consume orders group billing from-beginning
            offsets orders
            """);

    assertEquals(0, ended.status());
    List<String> lines = ended.lines();
    assertEquals("> create topic orders partitions 2", lines.getFirst());
    int table = lines.indexOf("> offsets orders");
    assertTrue(table > 0, ended.out());
    assertEquals("p0      0    1        1    0", lines.get(table + 2));
    assertEquals("p1      0    0        0    0", lines.get(table + 3));
    assertEquals("", ended.err());
  }

  @Test
  void it_stops_at_the_first_error() throws Exception {
    Ended ended = run("topics\nconsume ordres group g\ntopics\n");

    assertEquals(1, ended.status());
    assertEquals("> consume ordres group g", ended.lines().get(ended.lines().size() - 2));
  }

  @Test
  void it_goes_on_when_it_is_told_to_and_ends_with_one_all_the_same() throws Exception {
    Ended ended = run("nonsense\ntopics\n", "--keep-going");

    assertEquals(1, ended.status());
    assertTrue(ended.lines().contains("> topics"), ended.out());
  }

  @Test
  void for_programs_each_command_is_one_object_on_one_line() throws Exception {
    Ended ended =
        run(
            "\ufeff# first\r\n\r\ncreate topic orders partitions 1\r\nconsume ordres group g\r\n",
            "--json");

    assertEquals(1, ended.status());
    assertEquals(2, ended.lines().size());
    assertTrue(
        ended
            .lines()
            .getFirst()
            .matches(
                "\\{\"line\":3,\"command\":\"create topic orders partitions 1\",\"ok\":true,\"text\":\\[\".+\"],"
                    + "\"data\":\\{\"topic\":\"orders\",\"partitions\":1}}"),
        ended.out());
    assertTrue(
        ended
            .lines()
            .getLast()
            .matches(
                "\\{\"line\":4,\"command\":\"consume ordres group g\",\"ok\":false,\"error\":\\{"
                    + "\"code\":\"unknown-topic\",\"column\":9,\"message\":\".+\",\"suggestion\":\"orders\"}}"),
        ended.out());
  }

  @Test
  void the_shapes_of_the_log() throws Exception {
    assertData(
        """
        create topic orders partitions 3
        produce orders key=customer-7 header trace=a header trace=b {"order":61,"total":12.40}
        produce orders hello
        produce orders key=k partition 2 x
        topics
        read orders partition 1
        wait 8d
        create topic states partitions 1 compacted
        produce states key=a 1
        produce states key=a 2
        compact states
        history
        """,
        "{'topic':'orders','partitions':3}",
        "{'partition':1,'offset':0,'sum':982,'remainder':1}",
        "{'partition':0,'offset':0}",
        "{'partition':2,'offset':0}",
        "{'topics':[{'name':'orders','partitions':3,'records':3}]}",
        "{'records':[{'partition':1,'offset':0,'key':'customer-7','value':'{\\\"order\\\":61,\\\"total\\\":12.40}',"
            + "'headers':[{'key':'trace','value':'a'},{'key':'trace','value':'b'}],"
            + "'timestamp':'2026-01-01T09:00:01Z'}]}",
        "{'now':'2026-01-09T09:00:04Z','removed':0}",
        "{'topic':'states','partitions':1}",
        "{'partition':0,'offset':0,'sum':97,'remainder':0}",
        "{'partition':0,'offset':1,'sum':97,'remainder':0}",
        "{'removed':1}",
        "{'commands':['create topic orders partitions 3',"
            + "'produce orders key=customer-7 header trace=a header trace=b {\\\"order\\\":61,\\\"total\\\":12.40}',"
            + "'produce orders hello','produce orders key=k partition 2 x','wait 8d',"
            + "'create topic states partitions 1 compacted','produce states key=a 1',"
            + "'produce states key=a 2','compact states']}");
  }

  @Test
  void the_shapes_of_groups() throws Exception {
    assertData(
        """
        create topic orders partitions 2
        produce orders a
        consume orders group billing from-beginning no-commit
        offsets orders
        describe group billing
        groups
        consume orders group billing as billing-2
        reset group billing to 99
        leave group billing as billing-2
        undo
        redo
        start over
        clear
        """,
        "{'topic':'orders','partitions':2}",
        "{'partition':0,'offset':0}",
        "{'group':'billing','member':'billing-1','owned':[0,1],'records':[{'partition':0,'offset':0,'key':null,"
            + "'value':'a','headers':[],'timestamp':'2026-01-01T09:00:01Z'}],'positions':{'0':1,'1':0},'saved':false}",
        "{'partitions':[{'partition':0,'start':0,'end':1},{'partition':1,'start':0,'end':0}],"
            + "'groups':[{'group':'billing','positions':[{'partition':0,'position':null,'lag':null},"
            + "{'partition':1,'position':null,'lag':null}]}]}",
        "{'group':'billing','rows':["
            + "{'topic':'orders','partition':0,'member':'billing-1','position':null,'end':1,'lag':null},"
            + "{'topic':'orders','partition':1,'member':'billing-1','position':null,'end':0,'lag':null}]}",
        "{'groups':[{'group':'billing','members':1,'lag':null}]}",
        "{'group':'billing','member':'billing-2','owned':[1],'records':[],'positions':{'1':0},'saved':true}",
        "{'moved':[{'topic':'orders','partition':0,'from':null,'to':1,'clamped':true},"
            + "{'topic':'orders','partition':1,'from':0,'to':0,'clamped':true}]}",
        "{'assignment':{'billing-1':[{'topic':'orders','partition':0},{'topic':'orders','partition':1}]}}",
        "{'command':'leave group billing as billing-2'}",
        "{'command':'leave group billing as billing-2'}",
        "{}",
        "{}");
  }

  @Test
  void the_shapes_of_sql_and_of_what_went_wrong_on_the_way() throws Exception {
    assertData(
        """
        create topic orders partitions 1 retention 2 records
        produce orders {"order":61,"total":12.40}
        sql CREATE TABLE invoices (id INTEGER, total TEXT)
        consume orders group billing from-beginning then sql INSERT INTO invoices VALUES (:order, :total)
        sql SELECT id, total, 1.5 AS half, NULL AS none FROM invoices
        produce orders b
        produce orders c
        produce orders d
        consume orders group billing commit-first fall-over after 1
        """,
        "{'topic':'orders','partitions':1}",
        "{'partition':0,'offset':0}",
        "{'changed':0}",
        "{'group':'billing','member':'billing-1','owned':[0],'records':[{'partition':0,'offset':0,'key':null,"
            + "'value':'{\\\"order\\\":61,\\\"total\\\":12.40}','headers':[],'timestamp':'2026-01-01T09:00:01Z'}],"
            + "'positions':{'0':1},'saved':true,'sql':[{'changed':1}]}",
        "{'columns':['id','total','half','none'],'rows':[[61,'12.40',1.5,null]]}",
        "{'partition':0,'offset':1}",
        "{'partition':0,'offset':2}",
        "{'partition':0,'offset':3}",
        "{'group':'billing','member':'billing-1','owned':[0],'records':[{'partition':0,'offset':2,'key':null,"
            + "'value':'c','headers':[],'timestamp':'2026-01-01T09:00:05Z'}],'positions':{'0':4},'saved':true,"
            + "'fellOver':{'partition':0,'offset':3},'lost':[{'partition':0,'from':1,'to':2}]}");
  }

  @Test
  void help_tells_programs_the_commands_or_one_usage() throws Exception {
    List<String> lines = run("help\nhelp produce\n", "--json").lines();

    assertTrue(
        lines.getFirst().contains("\"data\":{\"commands\":[{\"command\":\"create topic\""),
        lines.getFirst());
    assertTrue(lines.getLast().contains("\"data\":{\"usage\":\"produce "), lines.getLast());
  }

  @Test
  void nothing_to_undo_is_an_error() throws Exception {
    Ended ended = run("undo", "--json");

    assertEquals(1, ended.status());
    assertTrue(ended.out().contains("\"code\":\"nothing-to-undo\""), ended.out());
  }

  @Test
  void the_same_seed_gives_the_same_chance() throws Exception {
    String script = "sql SELECT random()\n";

    assertEquals(run(script, "--seed", "7").out(), run(script, "--seed", "7").out());
    assertTrue(!run(script, "--seed", "7").out().equals(run(script, "--seed", "8").out()));
  }

  @Test
  void words_are_in_the_language_that_is_asked_for() throws Exception {
    assertTrue(!run("topics").out().equals(run("topics", "--lang", "es").out()));
    assertEquals(2, run("topics", "--lang", "xx").status());
  }

  @Test
  void an_empty_script_is_well() throws Exception {
    assertEquals(new Ended(0, "", ""), run("\n# nothing\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--speed", "--seed=x"})
  void wrong_usage_ends_with_two(String option) throws Exception {
    Ended ended = run("topics", option);

    assertEquals(2, ended.status());
    assertEquals("", ended.out());
  }

  @Test
  void a_script_that_cannot_be_read_is_said_so() throws Exception {
    Ended missing = run(folder.resolve("nowhere"));
    assertEquals(2, missing.status());
    assertTrue(missing.err().contains("there is no file"), missing.err());

    Ended directory = run(folder);
    assertEquals(2, directory.status());
    assertTrue(directory.err().contains("cannot be read"), directory.err());

    Ended latin = run(Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xe9, 'b'}));
    assertEquals(2, latin.status());
    assertTrue(latin.err().contains("not UTF-8"), latin.err());
    assertEquals("", latin.out());
  }

  @Test
  void commands_about_instances_tell_programs_what_came_of_them() throws Exception {
    assertData(
        """
        create topic orders partitions 1
        produce orders key=a first
        start anna on orders group g commit highest work 10ms from-beginning
        fail orders p0:0 always
        traffic orders sessions 1 messages 1 rate 1/s seed 1
        run 60ms
        check order orders group g
        heal
        traffic off
        crash anna
        restart anna
        stop anna
        step 2
        """,
        "{'topic':'orders','partitions':1}",
        "{'partition':0,'offset':0,'sum':97,'remainder':0}",
        "{'name':'anna','topic':'orders','group':'g','design':'lanes'}",
        "{'topic':'orders','which':'p0:0','times':null,'terminal':false}",
        "{'topic':'orders','sessions':1,'messages':1,'rate':1}",
        "{'now':'2026-01-01T09:00:02.060Z','steps':11}",
        "{'checked':2,'violations':[],'lost':[],'duplicates':[],'redriven':0,"
            + "'violationCount':0,'lostCount':0,'duplicateCount':0,'zombieCount':0,'laws':[]}",
        "{'any':true}",
        "{'left':0}",
        "{'name':'anna'}",
        "{'name':'anna','topic':'orders','group':'g','design':'lanes'}",
        "{'name':'anna'}",
        "{'now':'2026-01-01T09:00:03.060Z','steps':2}");
  }

  @Test
  void an_order_that_is_broken_is_told_record_by_record() throws Exception {
    List<String> lines =
        run(
                """
                create topic orders partitions 1
                start anna on orders group g design pool from-beginning
                produce orders key=a first
                produce orders key=a second
                run 1s
                check order group g
                """,
                "--json")
            .lines();

    String told = lines.getLast().replace('"', '\'');
    assertTrue(
        told.contains(
            "'violations':[{'kind':'overlap','session':'a','topic':'orders','partition':0,"
                + "'offset':1,'after':0}]"),
        told);
    assertTrue(told.contains("'laws':[{'law':'L1','instance':'anna','what':'"), told);
  }
}
