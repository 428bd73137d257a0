package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.words.Piece;
import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers to commands as frames of the protocol.
public final class ReplyFrame {
  /// A reply is read by a person. Past this it is cut, and says so.
  private static final int LINES_MAX = 2_000;

  private static final long SLOWED_TOLD_MILLIS = 50;
  private static final int UNITS_MAX = 512 * 1024;

  private ReplyFrame() {}

  /// @param id of the command
  /// @param command the line that was run
  /// @param revision of the state after it
  /// @param slowedMillis for how long it waited since others wanted the processors; it is said
  ///   where somebody would notice
  public static String text(
      String id, String command, Answer answer, long revision, long slowedMillis, Words words) {
    return switch (answer) {
      case Answer.Done done -> done(id, command, done, revision, slowedMillis, words);
      case Answer.Refused(var problem, var start, var end) ->
          wrong(
              id,
              command,
              problem.code(),
              start + 1,
              end - start,
              words.tell(problem),
              problem.suggestion());
    };
  }

  /// The reply to a command that did not come to run.
  ///
  /// @param code for programs
  public static String failed(String id, String command, String code, String message) {
    return wrong(id, command, code, 1, 0, message, null);
  }

  private static String wrong(
      String id,
      String command,
      String code,
      int column,
      int length,
      String message,
      @Nullable String suggestion) {
    ObjectNode json = frame(id, false, command);
    json.putObject("error")
        .put("code", code)
        .put("column", column)
        .put("length", length)
        .put("message", message)
        .put("suggestion", suggestion);
    return Json.text(json);
  }

  private static String done(
      String id, String command, Answer.Done done, long revision, long slowedMillis, Words words) {
    ObjectNode json = frame(id, true, command);
    List<Piece> told = new ArrayList<>(words.tell(done.reply(), done.notices()));
    if (slowedMillis >= SLOWED_TOLD_MILLIS) {
      json.put("slowedMillis", slowedMillis);
      told.add(new Piece.Sentence(words.text("server.slowed", Map.of("n", slowedMillis))));
    }
    Pieces pieces = Pieces.cut(told, words);
    json.put("kind", ReplyData.kind(done.reply()));
    json.put("repeated", done.repeated());
    json.put("revision", revision);
    ArrayNode lines = json.putArray("text");
    Piece.lines(pieces.kept()).forEach(lines::add);
    pieces(json.putArray("pieces"), pieces.kept());
    if (pieces.whole()) {
      json.set("data", ReplyData.of(done.reply()));
    } else {
      json.putNull("data");
    }
    ArrayNode notices = json.putArray("notices");
    for (Notice notice : done.notices()) {
      notices.add(Problem.Codes.of(notice.getClass()));
    }
    return Json.text(json);
  }

  private static ObjectNode frame(String id, boolean ok, String command) {
    return Json.object().put("type", "reply").put("id", id).put("ok", ok).put("command", command);
  }

  private static void pieces(ArrayNode json, List<Piece> pieces) {
    for (Piece piece : pieces) {
      switch (piece) {
        case Piece.Sentence(var text) -> json.addObject().put("sentence", text);
        case Piece.Table(var columns, var rows) -> {
          ObjectNode table = json.addObject();
          ArrayNode heads = table.putArray("columns");
          for (Piece.Column column : columns) {
            heads.addObject().put("title", column.title()).put("number", column.number());
          }
          ArrayNode lines = table.putArray("rows");
          for (List<String> row : rows) {
            ArrayNode cells = lines.addArray();
            row.forEach(cells::add);
          }
        }
      }
    }
  }

  /// As much of an answer as a person would read.
  private record Pieces(List<Piece> kept, boolean whole) {

    static Pieces cut(List<Piece> pieces, Words words) {
      List<Piece> kept = new ArrayList<>();
      int lines = 0;
      int left = 0;
      long units = 0;
      for (Piece piece : pieces) {
        switch (piece) {
          case Piece.Sentence(var text) -> {
            if (lines < LINES_MAX && units + text.length() <= UNITS_MAX) {
              kept.add(piece);
              lines++;
              units += text.length();
            } else {
              left++;
            }
          }
          case Piece.Table(var columns, var rows) -> {
            List<List<String>> shown = new ArrayList<>();
            for (List<String> row : rows) {
              int size = row.stream().mapToInt(String::length).sum();
              if (lines < LINES_MAX && units + size <= UNITS_MAX) {
                shown.add(row);
                lines++;
                units += size;
              } else {
                left++;
              }
            }
            kept.add(new Piece.Table(columns, shown));
          }
        }
      }
      if (left > 0) {
        kept.add(new Piece.Sentence(words.text("server.reply-cut", Map.of("n", left))));
      }
      return new Pieces(kept, left == 0);
    }
  }
}
