package dev.carril.simulator.language;

import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.world.LetterTopics;
import dev.carril.simulator.world.Nearest;
import java.math.BigDecimal;
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
  private static final Pattern PLACE = Pattern.compile("[pP](\\d+):(\\d+)");
  private static final Pattern ROW = Pattern.compile("[pP]?(\\d+)");
  private static final Pattern PER_SECOND = Pattern.compile("(\\d+)(?:/s)?");
  private static final Pattern SPEED = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)[xX×]?");
  private static final BigDecimal SLOWEST = new BigDecimal("0.1");
  private static final BigDecimal FASTEST = new BigDecimal("100");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
  private static final Map<String, Long> BYTES =
      Map.of("b", 1L, "kb", 1_024L, "mb", 1_024L * 1_024);

  private static final long OPTION_MILLIS_MOST = 365 * MILLIS.getOrDefault("d", 0L);

  private Values() {}

  static Object read(String what, Kind kind, Line.Word word) throws Parser.Stop {
    return switch (kind) {
      case NEW_TOPIC, TOPIC, GROUP, MEMBER, INSTANCE -> name(what, word);
      case PARTITION -> (int) whole(what, word, 0, most(what));
      case COUNT -> (int) whole(what, word, 1, most(what));
      case COUNT_OR_NONE -> (int) whole(what, word, 0, Integer.MAX_VALUE);
      case OFFSET -> whole(what, word, 0, Long.MAX_VALUE);
      case PARTITIONER -> partitioner(what, word);
      case RETENTION -> retention(what, word);
      case DURATION -> duration(what, word, 1);
      case TARGET -> target(what, word);
      case ROW -> row(what, word);
      case DESIGN -> Design.of(choice(what, word, Design.words()));
      case COMMIT, ON_OFF, RETRY_AT, WHEN_FULL, AFTER -> choice(what, word, kind.choices());
      case RATE -> rate(what, word);
      case SEED -> whole(what, word, 0, Long.MAX_VALUE);
      case WHICH, PLACE_OR_KEY, SPOT -> which(what, kind, word);
      case SINCE -> duration(what, word, 0);
      case SPEED -> speed(what, word);
      case LETTERS ->
          Parser.lower(word.text()).equals("all") ? Grammar.ALL : which(what, kind, word);
      case DESIGNS, KEY, HEADER, COMMAND, VALUE, VALUES, STATEMENT ->
          throw new IllegalArgumentException(kind + " is not one word");
    };
  }

  /// Kafka's rule for the names of topics, here for groups and members too.
  private static String name(String what, Line.Word word) throws Parser.Stop {
    String name = word.text();
    if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw stop(new Problem.BadName(named(what), Parser.cut(name)), word);
    }
    // The dead letters of a group are called after it, however long its own name is.
    int most =
        named(what).equals("topic") && name.endsWith(LetterTopics.SUFFIX)
            ? NAME_LENGTH + LetterTopics.SUFFIX.length()
            : NAME_LENGTH;
    if (name.length() > most) {
      throw stop(new Problem.NameTooLong(named(what), name.length(), most), word);
    }
    return name;
  }

  private static String named(String what) {
    return switch (what) {
      case "as" -> "member";
      case "on" -> "topic";
      default -> what;
    };
  }

  /// Which partitions there are is the world's affair; a number beyond any is told from what can
  /// be.
  private static long most(String what) {
    return switch (what) {
      case "partition", "partitions", "messages", "held", "store", "ahead" -> 1_000_000;
      case "sessions", "lane capacity", "poll", "budget" -> 100_000;
      case "workers" -> 64;
      default -> Integer.MAX_VALUE;
    };
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

  private static String choice(String what, Line.Word word, List<String> choices)
      throws Parser.Stop {
    String chosen = Parser.lower(word.text());
    if (!choices.contains(chosen)) {
      throw wrong(what, "choice", word, choices, Nearest.to(chosen, choices));
    }
    return chosen;
  }

  private static int row(String what, Line.Word word) throws Parser.Stop {
    Matcher row = ROW.matcher(word.text());
    if (!row.matches()) {
      throw wrong(what, "row", word, List.of("p0"), null);
    }
    return (int) whole(what, new Line.Word(row.group(1), word.span()), 0, most(what));
  }

  private static long rate(String what, Line.Word word) throws Parser.Stop {
    Matcher rate = PER_SECOND.matcher(word.text());
    if (!rate.matches()) {
      throw wrong(what, "rate", word, List.of("100/s"), null);
    }
    return whole(what, new Line.Word(rate.group(1), word.span()), 1, 1_000_000);
  }

  private static Which which(String what, Kind kind, Line.Word word) throws Parser.Stop {
    String text = word.text();
    Matcher place = PLACE.matcher(text);
    if (place.matches()) {
      long row =
          whole("partition", new Line.Word(place.group(1), word.span()), 0, most("partition"));
      long offset = whole("offset", new Line.Word(place.group(2), word.span()), 0, Long.MAX_VALUE);
      return new Which.At((int) row, offset);
    }
    if (kind == Kind.WHICH && text.endsWith("%")) {
      var share = new Line.Word(text.substring(0, text.length() - 1), word.span());
      return new Which.Share((int) whole(what, share, 1, 100));
    }
    throw wrong(what, "which", word, kind.choices(), null);
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
        if (new BigInteger(measure.group(1)).signum() == 0) {
          throw nothing(what, word);
        }
        return new Retention.Age(measured(what, word, measure.group(1), MILLIS.get(unit)));
      }
      if (BYTES.containsKey(unit)) {
        return new Retention.Bytes(measured(what, word, measure.group(1), BYTES.get(unit)));
      }
    }
    throw wrong(what, "retention", word, List.of("7d", "20 records", "10kB"), null);
  }

  private static long duration(String what, Line.Word word, long least) throws Parser.Stop {
    Matcher measure = MEASURE.matcher(word.text());
    if (measure.matches()) {
      Long unit = MILLIS.get(measure.group(2).toLowerCase(Locale.ROOT));
      if (unit != null) {
        long most = isOption(what) ? OPTION_MILLIS_MOST / unit : Long.MAX_VALUE / unit;
        var number = new BigInteger(measure.group(1));
        if (number.compareTo(BigInteger.valueOf(least)) < 0) {
          throw nothing(what, word);
        }
        if (number.compareTo(BigInteger.valueOf(most)) > 0) {
          throw wrong(what, "duration-too-long", word, List.of(most + measure.group(2)), null);
        }
        return unit * number.longValueExact();
      }
    }
    throw wrong(what, "duration", word, List.of("500ms", "10s", "5m", "2h", "8d"), null);
  }

  /// A duration is longer than nothing, and its number is not what people think of.
  private static Parser.Stop nothing(String what, Line.Word word) {
    return wrong(what, "duration-of-nothing", word, List.of("500ms", "10s", "5m"), null);
  }

  private static BigDecimal speed(String what, Line.Word word) throws Parser.Stop {
    Matcher times = SPEED.matcher(word.text());
    if (times.matches()) {
      var speed = new BigDecimal(times.group(1));
      if (speed.compareTo(SLOWEST) >= 0 && speed.compareTo(FASTEST) <= 0) {
        return speed;
      }
    }
    throw wrong(what, "speed", word, List.of("0.1", "1", "100"), null);
  }

  /// Where a clock is moved the world says how far; what an instance is told has its own bound.
  private static boolean isOption(String what) {
    return !what.equals("duration") && !what.equals("time");
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
