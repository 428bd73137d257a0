package dev.carril.server.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.sandbox.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
  private static final Entry CREATE =
      new Entry.Ran("a", "", 1_000, "create topic orders partitions 3");
  private static final Entry PRODUCE =
      new Entry.Ran("b", "a", 2_000, "produce orders {\"é\":\"🛒\"}");
  private static final Entry UNDO = new Entry.Moved("c", "b", "a", Entry.Why.UNDO);
  private static final Entry REDO = new Entry.Moved("d", "a", "b", Entry.Why.REDO);
  private static final Entry GOTO = new Entry.Moved("e", "b", "", Entry.Why.GOTO);

  @TempDir Path folder;

  @Test
  void what_was_appended_is_there_after_a_restart() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      store.append("one", 0, List.of(CREATE, PRODUCE)).join();
      store.append("one", 2, List.of(UNDO, REDO, GOTO)).join();
    }

    try (Store store = open()) {
      assertEquals(
          Optional.of(new StoredSandbox(7, List.of(CREATE, PRODUCE, UNDO, REDO, GOTO))),
          store.load("one"));
      assertEquals(Optional.empty(), store.load("two"));
      assertTrue(store.has("one"));
      assertFalse(store.has("two"));
    }
  }

  @Test
  void a_copy_has_the_log_of_now_and_goes_its_own_way() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      store.append("one", 0, List.of(CREATE)).join();

      store.copy("one", "two");
      store.append("one", 1, List.of(PRODUCE)).join();

      assertEquals(Optional.of(new StoredSandbox(7, List.of(CREATE))), store.load("two"));
      assertEquals(Optional.of(new StoredSandbox(7, List.of(CREATE, PRODUCE))), store.load("one"));
    }
  }

  @Test
  void what_a_learner_has_done_is_there_after_a_restart() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      store.create("two", 7);
      store.keepProgress("anna", "first");
      store.keepProgress("anna", "second");
      store.keepTried("anna", "event-streams/keys/one-order", "one");
      store.keepTried("anna", "event-streams/keys/one-order", "two");
    }

    try (Store store = open()) {
      assertEquals(Optional.of("second"), store.progress("anna"));
      assertEquals(Optional.empty(), store.progress("ben"));
      assertEquals(Map.of("event-streams/keys/one-order", "two"), store.tried("anna"));
      assertEquals(Map.of(), store.tried("ben"));
    }
  }

  @Test
  void a_script_stays_with_its_sandbox_and_its_copies_and_is_reason_enough_to_keep_them()
      throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      store.create("two", 8);
      assertEquals(Optional.empty(), store.script("one"));
      store.keepScript("one", "# Order\ntopics");
      store.copy("one", "copy");
      store.keepScript("one", "# Another");
      store.keepScript("two", "topics");
      store.keepScript("two", null);
    }
    try (Store store = open()) {
      assertEquals(Optional.of("# Another"), store.script("one"));
      assertEquals(Optional.of("# Order\ntopics"), store.script("copy"));
      assertEquals(Optional.empty(), store.script("two"));
      assertEquals(Optional.empty(), store.script("none"));
      assertEquals(Optional.of(new StoredSandbox(7, List.of(), "# Another")), store.load("one"));
    }
  }

  @Test
  void a_write_that_cannot_be_fails_alone_and_leaves_nothing() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      store.append("one", 0, List.of(CREATE)).join();

      List<CompletableFuture<Void>> written = new ArrayList<>();
      written.add(store.append("one", 1, List.of(PRODUCE)));
      written.add(store.append("one", 2, List.of(UNDO, CREATE)));
      written.add(store.append("nowhere", 0, List.of(CREATE)));
      written.add(store.append("one", 2, List.of(UNDO)));

      written.get(0).join();
      for (CompletableFuture<Void> wrong : written.subList(1, 3)) {
        CompletionException thrown = assertThrows(CompletionException.class, wrong::join);
        assertInstanceOf(StoreFailure.class, thrown.getCause());
      }
      written.get(3).join();
      assertEquals(List.of(CREATE, PRODUCE, UNDO), store.load("one").orElseThrow().log());
      assertTrue(store.answers());
    }
  }

  @Test
  void sandboxes_that_were_never_used_go_after_a_month() throws Exception {
    Instant began = Instant.parse("2026-01-01T09:00:00Z");
    try (Store store = Store.open(folder, InstantSource.fixed(began), count -> {})) {
      store.create("used", 7);
      store.append("used", 0, List.of(CREATE)).join();
      store.create("unused", 7);
    }

    try (Store store =
        Store.open(folder, InstantSource.fixed(began.plus(Duration.ofDays(29))), count -> {})) {
      store.create("young", 7);
      assertTrue(store.has("unused"));
    }
    try (Store store =
        Store.open(folder, InstantSource.fixed(began.plus(Duration.ofDays(31))), count -> {})) {
      store.create("fresh", 7);
      assertFalse(store.has("unused"));
      assertTrue(store.has("used"));
      assertTrue(store.has("young"));
    }
  }

  @Test
  void many_writers_share_commits_and_each_is_counted() throws Exception {
    AtomicInteger entries = new AtomicInteger();
    AtomicInteger commits = new AtomicInteger();
    try (Store store =
        Store.open(
            folder,
            InstantSource.system(),
            count -> {
              entries.addAndGet(count);
              commits.incrementAndGet();
            })) {
      List<CompletableFuture<Void>> written = new ArrayList<>();
      for (int sandbox = 0; sandbox < 200; sandbox++) {
        store.create("s" + sandbox, sandbox);
      }
      int commitsBefore = commits.get();
      for (int sandbox = 0; sandbox < 200; sandbox++) {
        written.add(store.append("s" + sandbox, 0, List.of(CREATE, PRODUCE)));
      }
      written.forEach(CompletableFuture::join);

      assertEquals(400, entries.get());
      assertTrue(commits.get() - commitsBefore < 100, "commits: " + commits);
    }
  }

  @Test
  void a_second_server_on_the_folder_is_told_so() throws Exception {
    try (Store store = open()) {
      String told = assertThrows(UnusableStore.class, this::open).getMessage();

      assertTrue(told.contains("Another Carril") && told.contains("--data"), told);
      assertTrue(store.answers());
    }
    open().close();
  }

  @Test
  void a_folder_that_cannot_be_is_told_so() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text");

    String told =
        assertThrows(
                UnusableStore.class,
                () -> Store.open(file.resolve("inside"), InstantSource.system(), count -> {}))
            .getMessage();

    assertTrue(told.contains("cannot be written") && told.contains("--data"), told);
  }

  @Test
  void a_file_that_is_no_database_is_left_as_it_is() throws Exception {
    byte[] bytes = "This was somebody's diary. ".repeat(300).getBytes();
    Files.write(database(), bytes);

    assertTold("damaged");

    assertArrayEquals(bytes, Files.readAllBytes(database()));
  }

  @Test
  void a_database_with_a_torn_page_is_left_as_it_is() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
      for (int number = 0; number < 500; number++) {
        store
            .append("one", number, List.of(new Entry.Ran("id" + number, "", number, "line")))
            .join();
      }
    }
    byte[] bytes = Files.readAllBytes(database());
    for (int i = 4096 * 3; i < 4096 * 5; i++) {
      bytes[i] = (byte) 0xA5;
    }
    Files.write(database(), bytes);

    assertTold("damaged");

    assertArrayEquals(bytes, Files.readAllBytes(database()));
  }

  @Test
  void a_database_cut_short_is_left_as_it_is() throws Exception {
    try (Store store = open()) {
      store.create("one", 7);
    }
    byte[] bytes = Files.readAllBytes(database());
    byte[] half = java.util.Arrays.copyOf(bytes, bytes.length / 2 + 100);
    Files.write(database(), half);

    assertTold("damaged");

    assertArrayEquals(half, Files.readAllBytes(database()));
  }

  @Test
  void a_newer_database_is_left_as_it_is() throws Exception {
    open().close();
    sql("PRAGMA user_version = 99");
    byte[] bytes = Files.readAllBytes(database());

    assertTold("newer");

    assertArrayEquals(bytes, Files.readAllBytes(database()));
  }

  @Test
  void somebody_elses_database_is_left_as_it_is() throws Exception {
    sql("CREATE TABLE recipes (name TEXT)");
    byte[] bytes = Files.readAllBytes(database());

    assertTold("not one of Carril's");

    assertArrayEquals(bytes, Files.readAllBytes(database()));
  }

  @Test
  void a_folder_with_any_characters_serves() throws Exception {
    Path odd = folder.resolve("año 5? 100% #1 & más");

    try (Store store = Store.open(odd, InstantSource.system(), count -> {})) {
      store.create("one", 7);
    }

    assertTrue(Files.exists(odd.resolve("carril.db")));
  }

  private Store open() throws UnusableStore {
    return Store.open(folder, InstantSource.system(), count -> {});
  }

  private Path database() {
    return folder.resolve("carril.db");
  }

  private void assertTold(String word) {
    String told = assertThrows(UnusableStore.class, this::open).getMessage();
    assertTrue(told.contains(word) && told.contains("--data"), told);
  }

  private void sql(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
