package dev.carril.simulator.instance.report;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.source.Partition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What records that have not ended are doing, by the last that was told of each.
public final class Standing {
  private Standing() {}

  /// A record's place in the log.
  public record Spot(Partition partition, long offset) {}

  /// In one word each; what nobody has told of is missing.
  public static Map<Spot, String> of(Annals annals, Teller by, Set<Spot> wanted) {
    var words = new HashMap<Spot, String>();
    if (!wanted.isEmpty()) {
      annals.read((teller, event) -> {
        if (teller == by && event instanceof Event.OfRecord it) {
          var spot = new Spot(it.place().partition(), it.place().offset());
          if (wanted.contains(spot)) {
            words.put(spot, word(it));
          }
        }
      });
    }
    return words;
  }

  private static String word(Event.OfRecord event) {
    return switch (event) {
      case Event.Parked _ -> "parked";
      case Event.Started _ -> LaneState.WORKING.word();
      case Event.BackedOff _ -> LaneState.BACKING_OFF.word();
      case Event.Condemned _, Event.DeadLetterFailed _ -> LaneState.CONDEMNED.word();
      case Event.Reprieved _ -> LaneState.REPRIEVED.word();
      case Event.Delivered _, Event.Queued _, Event.Failed _ -> "queued";
      case Event.AlreadyDone _,
          Event.Succeeded _,
          Event.Repeated _,
          Event.DeadLettered _,
          Event.FinishedAfterSkip _,
          Event.HandedBack _,
          Event.EndedLate _ ->
          "ended";
    };
  }
}
