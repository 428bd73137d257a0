package dev.carril.course.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final String KEYS = "event-streams/keys";
  private static final String QUIZ = "event-streams/quiz";

  private static Progress some() {
    return Progress.NONE
        .at(KEYS, "without-key")
        .at(KEYS, "by-key")
        .hinted(KEYS, "one-order", 2)
        .solved(KEYS, "one-order")
        .answered(QUIZ, "lag", new Progress.Answered(false, "position"))
        .answered(QUIZ, "next-cell", new Progress.Answered(true, "right"));
  }

  @Test
  void each_thing_that_is_done_is_kept() {
    Progress progress = some();
    assertEquals(Optional.of("by-key"), progress.of(KEYS).step());
    assertEquals(List.of("without-key", "by-key"), List.copyOf(progress.of(KEYS).seen()));
    assertTrue(progress.of(KEYS).solved().contains("one-order"));
    assertEquals(1, progress.of(QUIZ).score());
    assertEquals(Optional.of(QUIZ), progress.last());
    assertEquals(Progress.OfLesson.NONE, progress.of("event-streams/groups"));
  }

  @Test
  void the_first_answer_counts_until_the_quiz_is_begun_again() {
    Progress progress = some().answered(QUIZ, "lag", new Progress.Answered(true, "right"));
    assertEquals(1, progress.of(QUIZ).score());
    progress = progress.quizAgain(QUIZ).answered(QUIZ, "lag", new Progress.Answered(true, "right"));
    assertEquals(1, progress.of(QUIZ).answered().size());
    assertEquals(1, progress.of(QUIZ).score());
  }

  @Test
  void hints_taken_never_become_fewer() {
    assertEquals(2, some().hinted(KEYS, "one-order", 1).of(KEYS).hinted().get("one-order"));
  }

  @Test
  void a_file_brings_back_what_was_written() {
    var read = ProgressFile.read(ProgressFile.write(some()));
    assertEquals(new ProgressFile.Read.Done(some()), read);
    assertEquals(
        new ProgressFile.Read.Done(Progress.NONE),
        ProgressFile.read(ProgressFile.write(Progress.NONE)));
  }

  @Test
  void two_are_merged_without_losing_anything() {
    Progress other =
        Progress.NONE
            .at("event-streams/log", "reading")
            .solved(KEYS, "another")
            .answered(QUIZ, "lag", new Progress.Answered(true, "right"));
    Progress both = some().and(other);
    assertEquals(2, both.of(KEYS).solved().size());
    assertEquals("position", both.of(QUIZ).answered().get("lag").word());
    assertEquals(Optional.of("reading"), both.of("event-streams/log").step());
    assertEquals(Optional.of(QUIZ), both.last());
    assertEquals(Optional.of("by-key"), both.of(KEYS).step());
  }

  @Test
  void what_is_no_progress_is_refused_with_its_reason() {
    refused(ProgressFile.Problem.NOT_JSON, "{");
    refused(ProgressFile.Problem.NOT_JSON, "[".repeat(10_000));
    refused(ProgressFile.Problem.NOT_JSON, "{\"carril\":\"progress\",\"carril\":1}");
    refused(ProgressFile.Problem.NOT_PROGRESS, "");
    refused(ProgressFile.Problem.NOT_PROGRESS, "[]");
    refused(ProgressFile.Problem.NOT_PROGRESS, "{\"carril\":\"sandbox\",\"version\":1}");
    refused(ProgressFile.Problem.NEWER, "{\"carril\":\"progress\",\"version\":2}");
    refused(ProgressFile.Problem.TOO_LONG, " ".repeat(ProgressFile.LENGTH_MOST + 1));
    for (String lessons :
        List.of(
            "[]",
            "{\"../../etc\":{}}",
            "{\"a/b\":[]}",
            "{\"a/b\":{\"step\":\"<b>\"}}",
            "{\"a/b\":{\"seen\":{}}}",
            "{\"a/b\":{\"seen\":[1]}}",
            "{\"a/b\":{\"hinted\":{\"x\":-1}}}",
            "{\"a/b\":{\"answered\":{\"x\":{\"right\":\"yes\",\"word\":\"right\"}}}}")) {
      refused(
          ProgressFile.Problem.DAMAGED,
          "{\"carril\":\"progress\",\"version\":1,\"lessons\":" + lessons + "}");
    }
  }

  private static void refused(ProgressFile.Problem problem, String text) {
    assertEquals(new ProgressFile.Read.Refused(problem), ProgressFile.read(text));
  }

  @Test
  void a_file_that_was_cut_or_changed_anywhere_never_throws() {
    String file = ProgressFile.write(some());
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      var text = new StringBuilder(file);
      int at = random.nextInt(text.length());
      if (random.nextBoolean()) {
        text.setLength(at);
      } else {
        text.setCharAt(at, (char) random.nextInt(0x80));
      }
      assertInstanceOf(ProgressFile.Read.class, ProgressFile.read(text.toString()));
    }
  }

  @Test
  void progress_does_not_grow_without_bound() {
    Progress progress = Progress.NONE;
    for (int i = 0; i < Progress.LESSONS_MOST + 10; i++) {
      progress = progress.at("track/lesson-" + i, "step");
    }
    assertEquals(Progress.LESSONS_MOST, progress.lessons().size());
    for (int i = 0; i < Progress.PARTS_MOST + 10; i++) {
      progress = progress.at("track/lesson-1", "step-" + i);
    }
    assertEquals(Progress.PARTS_MOST, progress.of("track/lesson-1").seen().size());
  }
}
