package dev.carril.course.read;

import dev.carril.course.goal.Given;
import dev.carril.course.goal.Spot;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `answer NAME …`: how a lesson's scripts give the answers that a learner gives by hand.
public final class Answers {
  private static final Pattern LINE = Pattern.compile("answer\\s+([a-z0-9-]+)\\s+(.+?)\\s*");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
  private static final Pattern CELL = Pattern.compile("(\\S+)\\s+p(\\d{1,4}):(\\d{1,9})");
  private static final Pattern PARTITION = Pattern.compile("(\\S+)\\s+p(\\d{1,4})");
  private static final Pattern POSITION = Pattern.compile("(\\S+)\\s+(\\S+)\\s+p(\\d{1,4})");

  private Answers() {}

  /// @param name the question's
  public record Answer(String name, Given given) {}

  public static boolean isAnswer(String line) {
    return line.strip().startsWith("answer ");
  }

  /// The answer that a line gives; empty if it is none.
  public static Optional<Answer> read(String line) {
    Matcher whole = LINE.matcher(line.strip());
    return whole.matches()
        ? Optional.of(new Answer(whole.group(1), given(whole.group(2))))
        : Optional.empty();
  }

  private static Given given(String text) {
    return number(text)
        .<Given>map(Given.Number::new)
        .or(() -> spot(text).map(Given.Point::new))
        .orElseGet(() -> new Given.Choice(text, List.of()));
  }

  /// A number as such a line writes it: `-12.40`.
  public static Optional<BigDecimal> number(String text) {
    return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }

  /// A place as such a line writes it: `orders p1:0`, `orders p1`, `billing orders p1`.
  public static Optional<Spot> spot(String text) {
    Matcher cell = CELL.matcher(text);
    if (cell.matches()) {
      return Optional.of(
          new Spot.Cell(
              cell.group(1), Integer.parseInt(cell.group(2)), Long.parseLong(cell.group(3))));
    }
    Matcher partition = PARTITION.matcher(text);
    if (partition.matches()) {
      return Optional.of(
          new Spot.Partition(partition.group(1), Integer.parseInt(partition.group(2))));
    }
    Matcher position = POSITION.matcher(text);
    return position.matches()
        ? Optional.of(
            new Spot.Position(
                position.group(1), position.group(2), Integer.parseInt(position.group(3))))
        : Optional.empty();
  }
}
