package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.sandbox.Branch;
import dev.carril.simulator.sandbox.Moment;
import dev.carril.simulator.sandbox.Past;
import dev.carril.simulator.sandbox.PastSince;
import dev.carril.simulator.tools.ToReal;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Optional;

/// Answers about other moments of a sandbox, and about the tools of a real cluster.
public final class HistoryFrames {
  private static final int LINE_SHOWN = 400;

  private HistoryFrames() {}

  /// How it was at another moment. Where there is no such moment, `facts` is null.
  public static String past(String id, Optional<Past> found) {
    ObjectNode json = frame("past", id);
    if (found.isEmpty()) {
      return Json.text(json.putNull("facts"));
    }
    Past past = found.get();
    put(json, past.moment());
    String head = Json.text(json);
    // The facts are text already: parsing them into a tree would cost more than all the rest.
    return head.substring(0, head.length() - 1) + ",\"facts\":" + FactJson.text(past.facts()) + "}";
  }

  /// The same, told by what it has otherwise than the state after the entry `since`.
  public static String past(String id, PastSince past) {
    ObjectNode json = frame("past", id);
    put(json, past.moment());
    json.put("since", past.since()).put("sinceNow", FactJson.moment(past.sinceMillis()));
    ArrayNode gone = json.putArray("gone");
    past.gone().forEach(gone::add);
    String head = Json.text(json);
    return head.substring(0, head.length() - 1) + ",\"set\":" + FactJson.text(past.set()) + "}";
  }

  private static void put(ObjectNode json, Moment moment) {
    json.put("entry", moment.entry())
        .put("at", moment.at())
        .put("command", cut(moment.command()))
        .put("event", moment.event())
        .put("events", moment.events())
        .put("moment", moment.moment())
        .put("mayGoOn", moment.mayGoOn());
  }

  public static String branches(String id, List<Branch> branches) {
    ObjectNode json = frame("branches", id);
    ArrayNode all = json.putArray("branches");
    for (Branch branch : branches) {
      all.addObject()
          .put("tip", branch.tip())
          .put("leavesAt", branch.leavesAt())
          .put("leavesMoment", branch.leavesMoment())
          .put("length", branch.length())
          .put("first", cut(branch.first()))
          .put("last", cut(branch.last()))
          .put("moment", FactJson.moment(branch.momentMillis()));
    }
    return Json.text(json);
  }

  /// What one would type at a real cluster. Where the line is no command, `lines` is null.
  public static String real(String id, Optional<ToReal.Told> told, Words words) {
    ObjectNode json = frame("real", id);
    if (told.isEmpty()) {
      return Json.text(json.putNull("lines"));
    }
    ArrayNode lines = json.putArray("lines");
    told.get().lines().forEach(lines::add);
    ArrayNode notes = json.putArray("notes");
    told.get().notes().forEach(note -> notes.add(words.text("real." + note)));
    return Json.text(json);
  }

  private static ObjectNode frame(String type, String id) {
    return Json.object().put("type", type).put("id", id);
  }

  private static @org.jspecify.annotations.Nullable String cut(
      @org.jspecify.annotations.Nullable String line) {
    return line == null || line.length() <= LINE_SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LINE_SHOWN / 2)) + "…";
  }
}
