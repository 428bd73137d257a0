package dev.carril.simulator.prove;

import dev.carril.engine.check.Law;
import dev.carril.engine.check.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Leaves out of a history what is not needed to break the same law: whole commands first, then
/// options, then large numbers.
final class Shrinker {
  private static final Pattern OPTION =
      Pattern.compile(
          " resizes| (?:lane capacity|commit every|drain within|handlers within|[a-z][a-z-]*) \\w+");
  private static final Pattern NUMBER = Pattern.compile("(?<=[ :%])(\\d+)(?=ms|s|m|h|/s|%| |$)");

  private final long seed;
  private final boolean small;
  private final Law law;
  private final Lines reading = new Lines();
  private int triesLeft;
  private Played best;

  private Shrinker(Played found, Law law, int tries) {
    this.seed = found.seed();
    this.small = found.small();
    this.law = law;
    this.triesLeft = tries;
    this.best = found;
  }

  /// The shortest history that was found to break the same law.
  ///
  /// @param tries how many are played at most
  static Played shrink(Played found, int tries) {
    Violation violation = found.violation();
    if (violation == null) {
      throw new IllegalArgumentException("nothing is wrong with seed " + found.seed());
    }
    var shrinker = new Shrinker(found, violation.law(), tries);
    int before;
    do {
      before = shrinker.size();
      shrinker.leaveOutLines();
      shrinker.leaveOutOptions();
      shrinker.lessen();
    } while (shrinker.size() < before && shrinker.triesLeft > 0);
    return shrinker.best;
  }

  private int size() {
    return best.lines().stream().mapToInt(String::length).sum();
  }

  private void leaveOutLines() {
    for (int length = Math.max(1, best.lines().size() / 2); length >= 1; length /= 2) {
      for (int at = 0; at < best.lines().size(); ) {
        var shorter = new ArrayList<>(best.lines());
        shorter.subList(at, Math.min(at + length, shorter.size())).clear();
        if (!tries(shorter)) {
          at += length;
        }
      }
    }
  }

  private void leaveOutOptions() {
    for (int at = 0; at < best.lines().size(); at++) {
      String line = best.lines().get(at);
      if (line.startsWith("start ")) {
        Matcher option = OPTION.matcher(line);
        int from = line.indexOf(Schedule.GROUP) + Schedule.GROUP.length();
        while (option.find(from)) {
          String shorter = line.substring(0, option.start()) + line.substring(option.end());
          if (!option.group().startsWith(" design ") && tries(with(at, shorter))) {
            line = shorter;
            option = OPTION.matcher(line);
            from = Math.min(from, line.length());
          } else {
            from = option.end();
          }
        }
      }
    }
  }

  private void lessen() {
    for (int at = 0; at < best.lines().size(); at++) {
      Matcher number = NUMBER.matcher(best.lines().get(at));
      int from = 0;
      while (number.find(from)) {
        String line = best.lines().get(at);
        long value = Long.parseLong(number.group(1));
        boolean less = false;
        for (long smaller : new long[] {1, value / 4, value / 2, value - 1}) {
          if (smaller >= 1 && smaller < value && !less) {
            String lesser =
                line.substring(0, number.start()) + smaller + line.substring(number.end());
            less = tries(with(at, lesser));
          }
        }
        from = less ? number.start() : number.end();
        if (at >= best.lines().size()) {
          return;
        }
        number = NUMBER.matcher(best.lines().get(at));
        from = Math.min(from, best.lines().get(at).length());
      }
    }
  }

  private List<String> with(int at, String line) {
    var lines = new ArrayList<>(best.lines());
    lines.set(at, line);
    return lines;
  }

  private boolean tries(List<String> lines) {
    if (triesLeft-- <= 0) {
      return false;
    }
    Played played = play(lines);
    if (played == null) {
      return false;
    }
    best = played;
    return true;
  }

  // Null where the law holds, or another one is broken first.
  private @Nullable Played play(List<String> lines) {
    var play = new Play(seed, small, reading);
    for (String line : lines) {
      play.run(line);
      if (play.violation() != null) {
        break;
      }
    }
    Violation violation = play.violation();
    return violation != null && violation.law() == law ? play.end() : null;
  }
}
