package dev.carril.server.lessons;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.carril.course.Beside;
import dev.carril.course.Lesson;
import dev.carril.course.Predict;
import dev.carril.course.Question;
import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.goal.Sentences;
import dev.carril.course.goal.Spot;
import dev.carril.course.judge.Play;
import dev.carril.course.judge.Spots;
import dev.carril.course.read.Answers;
import dev.carril.server.wire.FactJson;
import dev.carril.server.wire.HappeningJson;
import dev.carril.server.wire.Json;
import dev.carril.server.wire.ReplyFrame;
import dev.carril.server.wire.SeenJson;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Changes;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Frame;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.sql.SqlResult;
import dev.carril.simulator.sql.TableView;
import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Scripts played out, as JSON that a page shows frame by frame: how it stands before the first
/// step, and for each step its commands, their answers, what there was to see, and how it stands
/// then. Whoever steps back draws an earlier frame.
public final class Reels {
  /// So many rows of a query are shown beside the log.
  private static final int ROWS_MOST = 50;

  /// So many moments of a command are shown, evenly spread where there are more.
  private static final int MOMENTS_MOST = 120;

  private final Cache<Lesson, Map<String, String>> kept =
      Caffeine.newBuilder().weakKeys().maximumSize(500).build();

  /// A step of a reel: what runs, and what is asked before.
  private record Shot(
      List<String> lines, Optional<Predict> predict, List<String> claims, String name) {}

  String watch(Lesson lesson, Watch watch, Words words) {
    return keep(
        lesson,
        "watch/" + watch.name() + '/' + words.language(),
        () -> {
          var sentences = new Sentences(words);
          List<Shot> shots =
              watch.steps().stream()
                  .map(step ->
                      new Shot(
                          step.run().commands(),
                          step.predict(),
                          step.claims().stream().map(sentences::of).toList(),
                          step.caption()))
                  .toList();
          return play(watch.start(), watch.beside(), shots, words);
        });
  }

  /// The solution of an exercise, a command a step.
  String solution(Lesson lesson, Try exercise, Words words) {
    return keep(
        lesson,
        "solution/" + exercise.name() + '/' + words.language(),
        () -> {
          List<Shot> shots =
              exercise.solution().commands().stream()
                  .filter(line -> !Answers.isAnswer(line))
                  .map(line -> new Shot(List.of(line), Optional.empty(), List.of(), line))
                  .toList();
          return play(exercise.start(), exercise.beside(), shots, words);
        });
  }

  /// The picture beside a question.
  String question(Lesson lesson, Question question, Words words) {
    return keep(
        lesson,
        "question/" + question.name() + '/' + words.language(),
        () -> play(question.start(), question.beside(), List.of(), words));
  }

  private String keep(Lesson lesson, String name, Supplier<String> making) {
    Map<String, String> reels = kept.get(lesson, _ -> new ConcurrentHashMap<>());
    String known = reels.get(name);
    if (known == null) {
      // Played outside of the map: whoever asks for another one meanwhile need not wait.
      known = making.get();
      reels.put(name, known);
    }
    return known;
  }

  private static String play(Script start, List<Beside> beside, List<Shot> shots, Words words) {
    ObjectNode reel = Json.object();
    try (var play = new Play(start)) {
      Sandbox sandbox = play.sandbox();
      sandbox.takeChanges();
      reel.putRawValue("facts", new RawValue(facts(sandbox, beside)));
      ArrayNode steps = reel.putArray("steps");
      int number = 0;
      for (Shot shot : shots) {
        ObjectNode step = steps.addObject().put("name", shot.name());
        predict(step, shot, sandbox);
        ArrayNode replies = step.putArray("replies");
        List<Changes> changes = new ArrayList<>();
        List<List<Frame>> frames = new ArrayList<>();
        for (String line : shot.lines()) {
          Answer answer = play.run(line);
          replies.addRawValue(
              new RawValue(ReplyFrame.text("step-" + ++number, line, answer, number, 0, words)));
          frames.add(framesOf(sandbox, answer));
          changes.add(sandbox.takeChanges());
        }
        ArrayNode happened = step.putArray("happened");
        changes.stream()
            .flatMap(one -> one.happened().stream())
            .forEach(
                happening -> happened.addRawValue(new RawValue(HappeningJson.text(happening))));
        moments(step.putArray("moments"), sandbox, frames, changes);
        ArrayNode claims = step.putArray("claims");
        shot.claims().forEach(claims::add);
        step.putRawValue("facts", new RawValue(facts(sandbox, beside)));
      }
    }
    return Json.text(reel);
  }

  private static List<Frame> framesOf(Sandbox sandbox, Answer answer) {
    return answer instanceof Answer.Done done
        ? done.entry().map(entry -> sandbox.frames(entry.id(), MOMENTS_MOST)).orElseGet(List::of)
        : List.of();
  }

  /// What happens while a step lets time go by, so that it can be seen as it comes. Its commands
  /// end at moments too; the last one's end is that of the step.
  private static void moments(
      ArrayNode moments, Sandbox sandbox, List<List<Frame>> frames, List<Changes> changes) {
    if (frames.stream().allMatch(List::isEmpty)) {
      return;
    }
    for (int line = 0; line < changes.size(); line++) {
      for (Frame frame : frames.get(line)) {
        moment(moments, sandbox, frame);
      }
      if (line < changes.size() - 1) {
        Changes ended = changes.get(line);
        moment(moments, sandbox, new Frame(ended.set(), ended.gone(), List.of()));
      }
    }
  }

  private static void moment(ArrayNode moments, Sandbox sandbox, Frame frame) {
    ObjectNode moment = moments.addObject();
    moment.putRawValue("set", new RawValue(FactJson.text(frame.set())));
    ArrayNode gone = moment.putArray("gone");
    frame.gone().forEach(gone::add);
    moment.putRawValue(
        "marks", new RawValue(SeenJson.marks(frame.marks(), sandbox.openedMillis())));
  }

  private static void predict(ObjectNode step, Shot shot, Sandbox sandbox) {
    shot.predict()
        .ifPresent(predict -> {
          step.put("predict", predict.name().toLowerCase(Locale.ROOT));
          ArrayNode spots = step.putArray("spots");
          for (Spot spot : Spots.predicted(sandbox, shot.lines(), predict)) {
            spots.add(text(spot));
          }
        });
  }

  /// A place as [Answers#spot] reads it.
  public static String text(Spot spot) {
    return switch (spot) {
      case Spot.Cell(var topic, var partition, var offset) ->
          topic + " p" + partition + ':' + offset;
      case Spot.Partition(var topic, var partition) -> topic + " p" + partition;
      case Spot.Position(var group, var topic, var partition) ->
          group + ' ' + topic + " p" + partition;
      case Spot.NextRead(var group, var topic) -> group + ' ' + topic;
      case Spot.NextWrite(var topic, var key) -> topic + ' ' + key;
    };
  }

  /// The facts, and what queries beside the log answer as tables among them.
  private static String facts(Sandbox sandbox, List<Beside> beside) {
    SequencedMap<String, Fact> facts = new LinkedHashMap<>(sandbox.facts());
    facts.putAll(beside(sandbox, beside));
    return FactJson.text(facts);
  }

  /// What queries beside the log answer, as facts. One that fails shows nothing.
  static SequencedMap<String, Fact> beside(Sandbox sandbox, List<Beside> beside) {
    var facts = new LinkedHashMap<String, Fact>();
    for (Beside one : beside) {
      if (one instanceof Beside.Query(var sql)) {
        sandbox
            .query(sql)
            .ifPresent(rows -> facts.put("table:" + sql, new Fact.Table(view(sql, rows))));
      }
    }
    return facts;
  }

  private static TableView view(String sql, SqlResult.Rows rows) {
    List<List<@Nullable String>> lines =
        rows.rows().stream().limit(ROWS_MOST).map(SqlResult::texts).toList();
    return new TableView(sql, rows.columns(), rows.numeric(), lines, rows.rows().size());
  }
}
