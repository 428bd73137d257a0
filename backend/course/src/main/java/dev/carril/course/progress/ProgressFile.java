package dev.carril.course.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.course.Names;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;

/// Progress as a file: `{"carril":"progress","version":1,"last":…,"lessons":{…}}`.
///
/// It names lessons and steps and says nothing about who somebody is.
public final class ProgressFile {
  /// The longest file that is read, in UTF-16 units.
  public static final int LENGTH_MOST = 1024 * 1024;

  private static final String KIND = "progress";
  private static final int VERSION = 1;

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(20)
                          .maxStringLength(1_000)
                          .maxNumberLength(20)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ProgressFile() {}

  /// What is wrong with a file; its sentence is `import.progress.CODE` in the catalogue.
  public enum Problem {
    TOO_LONG,
    NOT_JSON,
    NOT_PROGRESS,
    NEWER,
    DAMAGED;

    /// As the catalogue has it: `not-json`.
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// How reading ended.
  public sealed interface Read {
    record Done(Progress progress) implements Read {}

    record Refused(Problem problem) implements Read {}
  }

  /// The file.
  public static String write(Progress progress) {
    ObjectNode file = JSON.createObjectNode();
    file.put("carril", KIND);
    file.put("version", VERSION);
    progress.last().ifPresent(last -> file.put("last", last));
    ObjectNode lessons = file.putObject("lessons");
    progress.lessons().forEach((id, lesson) -> write(lesson, lessons.putObject(id)));
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(file);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Progress.OfLesson lesson, ObjectNode to) {
    lesson.step().ifPresent(step -> to.put("step", step));
    ArrayNode seen = to.putArray("seen");
    lesson.seen().forEach(seen::add);
    ArrayNode solved = to.putArray("solved");
    lesson.solved().forEach(solved::add);
    ObjectNode hinted = to.putObject("hinted");
    lesson.hinted().forEach(hinted::put);
    ObjectNode answered = to.putObject("answered");
    lesson
        .answered()
        .forEach((question, answer) ->
            answered.putObject(question).put("right", answer.right()).put("word", answer.word()));
  }

  /// Reads a file. What lessons it names need not exist: they may come back.
  public static Read read(String text) {
    if (text.length() > LENGTH_MOST) {
      return new Read.Refused(Problem.TOO_LONG);
    }
    JsonNode file;
    try {
      file = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return new Read.Refused(Problem.NOT_JSON);
    }
    if (!file.path("carril").asText().equals(KIND) || !file.path("version").isInt()) {
      return new Read.Refused(Problem.NOT_PROGRESS);
    }
    if (file.path("version").intValue() > VERSION) {
      return new Read.Refused(Problem.NEWER);
    }
    try {
      return new Read.Done(progress(file));
    } catch (Damaged e) {
      return new Read.Refused(Problem.DAMAGED);
    }
  }

  private static final class Damaged extends Exception {
    private static final long serialVersionUID = 1;

    Damaged() {
      super(null, null, false, false);
    }
  }

  private static void expect(boolean right) throws Damaged {
    if (!right) {
      throw new Damaged();
    }
  }

  private static Progress progress(JsonNode file) throws Damaged {
    JsonNode all = file.path("lessons");
    expect(all.isObject() && all.size() <= Progress.LESSONS_MOST);
    var lessons = new LinkedHashMap<String, Progress.OfLesson>();
    for (var entry : all.properties()) {
      lessons.put(lesson(entry.getKey()), ofLesson(entry.getValue()));
    }
    JsonNode last = file.path("last");
    return new Progress(
        lessons, last.isMissingNode() ? Optional.empty() : Optional.of(lesson(last.asText())));
  }

  private static String lesson(String id) throws Damaged {
    String[] parts = id.split("/", -1);
    expect(parts.length == 2 && Names.isName(parts[0]) && Names.isName(parts[1]));
    return id;
  }

  private static String name(JsonNode node) throws Damaged {
    expect(node.isTextual());
    return name(node.textValue());
  }

  private static String name(String name) throws Damaged {
    expect(Names.isName(name));
    return name;
  }

  private static Progress.OfLesson ofLesson(JsonNode node) throws Damaged {
    expect(node.isObject());
    var hinted = new LinkedHashMap<String, Integer>();
    for (var entry : object(node.path("hinted")).properties()) {
      expect(entry.getValue().isInt() && entry.getValue().intValue() >= 0);
      hinted.put(name(entry.getKey()), entry.getValue().intValue());
    }
    var answered = new LinkedHashMap<String, Progress.Answered>();
    for (var entry : object(node.path("answered")).properties()) {
      expect(entry.getValue().path("right").isBoolean());
      answered.put(
          name(entry.getKey()),
          new Progress.Answered(
              entry.getValue().path("right").booleanValue(), name(entry.getValue().path("word"))));
    }
    JsonNode step = node.path("step");
    return new Progress.OfLesson(
        step.isMissingNode() ? Optional.empty() : Optional.of(name(step)),
        names(node.path("seen")),
        names(node.path("solved")),
        hinted,
        answered);
  }

  private static JsonNode object(JsonNode node) throws Damaged {
    expect(node.isMissingNode() || node.isObject() && node.size() <= Progress.PARTS_MOST);
    return node;
  }

  private static SequencedSet<String> names(JsonNode node) throws Damaged {
    expect(node.isMissingNode() || node.isArray() && node.size() <= Progress.PARTS_MOST);
    var names = new LinkedHashSet<String>();
    for (JsonNode item : node) {
      names.add(name(item));
    }
    return names;
  }
}
