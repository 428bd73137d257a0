package dev.carril.simulator.language;

import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.world.Nearest;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads one word as what its part wants.
final class Values {
  private static final Pattern WHOLE = Pattern.compile("-?\\d+");
  private static final Pattern MEASURE = Pattern.compile("(\\d+)([a-zA-Z]+)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final int NAME_LENGTH = 249;
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
  private static final Map<String, Long> BYTES =
      Map.of("b", 1L, "kb", 1_024L, "mb", 1_024L * 1_024);

  private Values() {}

  static Object read(String what, Kind kind, Line.Word word) throws Parser.Stop {
    return switch (kind) {
      case NEW_TOPIC, TOPIC, GROUP, MEMBER -> name(what, word);
      case PARTITION -> (int) whole(what, word, 0, most(what));
      case COUNT -> (int) whole(what, word, 1, most(what));
      case COUNT_OR_NONE -> (int) whole(what, word, 0, Integer.MAX_VALUE);
      case OFFSET -> whole(what, word, 0, Long.MAX_VALUE);
      case PARTITIONER -> partitioner(what, word);
      case RETENTION -> retention(what, word);
      case DURATION -> duration(what, word);
      case TARGET -> target(what, word);
      case KEY, HEADER, COMMAND, VALUE, STATEMENT ->
          throw new IllegalArgumentException(kind + " is not one word");
    };
  }

  /// Kafka's rule for the names of topics, here for groups and members too.
  private static String name(String what, Line.Word word) throws Parser.Stop {
    String name = word.text();
    if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw stop(new Problem.BadName(named(what), Parser.cut(name)), word);
    }
    if (name.length() > NAME_LENGTH) {
      throw stop(new Problem.NameTooLong(named(what), name.length(), NAME_LENGTH), word);
    }
    return name;
  }

  private static String named(String what) {
    return what.equals("as") ? "member" : what;
  }

  /// Which partitions there are is the world's affair; a number beyond any is told from what can
  /// be.
  private static long most(String what) {
    return what.startsWith("partition") ? 1_000_000 : Integer.MAX_VALUE;
  }

  private static long whole(String what, Line.Word word, long least, long most) throws Parser.Stop {
    String text = word.text();
    if (!WHOLE.matcher(text).matches()) {
      throw wrong(what, "whole-number", word, List.of(Long.toString(least)), null);
    }
    var number = new BigInteger(text);
    if (number.compareTo(BigInteger.valueOf(least)) < 0) {
      throw stop(new Problem.NumberTooSmall(what, Parser.cut(text), least), word);
    }
    if (number.compareTo(BigInteger.valueOf(most)) > 0) {
      throw stop(new Problem.NumberTooLarge(what, Parser.cut(text), most), word);
    }
    return number.longValueExact();
  }

  private static Partitioner partitioner(String what, Line.Word word) throws Parser.Stop {
    return switch (Parser.lower(word.text())) {
      case "sum" -> Partitioner.SUM;
      case "murmur2" -> Partitioner.MURMUR2;
      default -> {
        List<String> choices = List.of("sum", "murmur2");
        throw wrong(what, "choice", word, choices, Nearest.to(word.text(), choices));
      }
    };
  }

  private static Retention retention(String what, Line.Word word) throws Parser.Stop {
    String text = word.text();
    if (text.endsWith(" record")) {
      text += "s";
    }
    if (text.endsWith(" records")) {
      String number = text.substring(0, text.length() - " records".length());
      var count = new Line.Word(number, word.span());
      return new Retention.Records(whole(what, count, 1, Long.MAX_VALUE));
    }
    Matcher measure = MEASURE.matcher(text);
    if (measure.matches()) {
      String unit = measure.group(2).toLowerCase(Locale.ROOT);
      if (MILLIS.containsKey(unit)) {
        return new Retention.Age(measured(what, word, measure.group(1), MILLIS.get(unit)));
      }
      if (BYTES.containsKey(unit)) {
        return new Retention.Bytes(measured(what, word, measure.group(1), BYTES.get(unit)));
      }
    }
    throw wrong(what, "retention", word, List.of("7d", "20 records", "10kB"), null);
  }

  private static long duration(String what, Line.Word word) throws Parser.Stop {
    Matcher measure = MEASURE.matcher(word.text());
    if (measure.matches()) {
      Long unit = MILLIS.get(measure.group(2).toLowerCase(Locale.ROOT));
      if (unit != null) {
        return measured(what, word, measure.group(1), unit);
      }
    }
    throw wrong(what, "duration", word, List.of("500ms", "10s", "5m", "2h", "8d"), null);
  }

  private static long measured(String what, Line.Word word, String digits, long unit)
      throws Parser.Stop {
    return unit * whole(what, new Line.Word(digits, word.span()), 1, Long.MAX_VALUE / unit);
  }

  private static Command.Target target(String what, Line.Word word) throws Parser.Stop {
    return switch (Parser.lower(word.text())) {
      case "earliest" -> new Command.Target.Earliest();
      case "latest" -> new Command.Target.Latest();
      default -> {
        if (WHOLE.matcher(word.text()).matches()) {
          yield new Command.Target.Offset(whole(what, word, 0, Long.MAX_VALUE));
        }
        List<String> choices = List.of("earliest", "latest");
        throw wrong(what, "target", word, choices, Nearest.to(word.text(), choices));
      }
    };
  }

  private static Parser.Stop wrong(
      String what,
      String kind,
      Line.Word word,
      List<String> choices,
      @org.jspecify.annotations.Nullable String suggestion) {
    return stop(
        new Problem.WrongValue(what, kind, Parser.cut(word.text()), choices, suggestion), word);
  }

  private static Parser.Stop stop(Problem problem, Line.Word word) {
    return new Parser.Stop(problem, word.span());
  }
}
