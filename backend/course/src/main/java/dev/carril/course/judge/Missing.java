package dev.carril.course.judge;

import dev.carril.course.goal.Bound;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The difference between what a goal wants and what is there, one piece at a time, as a picture
/// can show it.
public sealed interface Missing {

  /// What it is about, so that nothing is told twice.
  default Object about() {
    return switch (this) {
      case Cell(var topic, var partition, var offset, var _, var _, var _, var _) ->
          List.of(topic, partition, offset);
      case Extra(var topic, var partition, var offset) -> List.of(topic, partition, offset);
      case Position _,
          Owner _,
          NotOwner _,
          Member _,
          Unread _,
          Unhandled _,
          Often _,
          Order _,
          Row _,
          ExtraRow _,
          Number _,
          Figure _,
          Forgotten _ ->
          this;
    };
  }

  /// Of two that are about the same, the one that tells more.
  static Missing theTelling(Missing one, Missing other) {
    return one instanceof Cell cell && (cell.text() != null || !(other instanceof Cell))
        ? one
        : other;
  }

  /// A record that should stand in this cell, and does not: a ghost.
  ///
  /// @param key null: not said
  /// @param field the field that matters; null: the whole value does
  /// @param text what its value, or this field, should be; null: not said
  /// @param taken whether another record stands there
  record Cell(
      String topic,
      int partition,
      long offset,
      @Nullable String key,
      @Nullable String field,
      @Nullable String text,
      boolean taken)
      implements Missing {}

  /// A record that stands where it should not, or should not be.
  record Extra(String topic, int partition, long offset) implements Missing {}

  /// Where a position should stand: a ghost of the mark.
  ///
  /// @param position null: there should be none
  record Position(String group, String topic, int partition, @Nullable Long position)
      implements Missing {}

  /// A partition that this member, or instance, should own, and does not.
  ///
  /// @param now who owns it instead, or null
  record Owner(String member, int partition, @Nullable String now) implements Missing {}

  /// A partition that it owns, and nobody should.
  record NotOwner(String member, int partition) implements Missing {}

  /// A member, or an instance, that should be there or should not.
  record Member(String member, boolean isThere) implements Missing {}

  /// A record that this group should have been handed, and was not.
  record Unread(String group, String topic, int partition, long offset) implements Missing {}

  /// A record that handlers of this group, or of this instance, should have succeeded with.
  record Unhandled(String who, String topic, int partition, long offset) implements Missing {}

  /// A record that somebody was handed, or handled, too often.
  record Often(Way way, String who, String topic, int partition, long offset, int times)
      implements Missing {}

  /// Records that went to somebody in another order than this.
  ///
  /// @param values in the order in which they went
  record Order(Way way, String who, List<String> values) implements Missing {
    public Order {
      values = List.copyOf(values);
    }
  }

  /// How a record went to somebody.
  enum Way {
    READ,
    HANDLED;

    Figure.Kind counted() {
      return this == READ ? Figure.Kind.READ : Figure.Kind.HANDLED;
    }

    /// In one word.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A row that the query should give.
  record Row(List<String> cells) implements Missing {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /// A row that it gives and should not.
  record ExtraRow(List<String> cells) implements Missing {
    public ExtraRow {
      cells = List.copyOf(cells);
    }
  }

  /// So many there are; the goal's sentence says how many it should be.
  record Number(long there) implements Missing {}

  /// What happened can no longer be told: only so many events of instances are kept.
  record Forgotten(long kept) implements Missing {}

  /// A figure that is another one than it should be.
  ///
  /// @param of whose, in one word; empty where it is nobody's
  /// @param there null: there is none yet
  record Figure(Kind kind, String of, @Nullable Double there, Bound wanted) implements Missing {
    static Figure of(Kind kind, String of, java.lang.@Nullable Number there, Bound wanted) {
      return new Figure(kind, of, there == null ? null : there.doubleValue(), wanted);
    }

    boolean fits() {
      return wanted.isAny() || there != null && wanted.fits(there);
    }

    /// What it counts or measures.
    public enum Kind {
      VIOLATIONS,
      LOST,
      DUPLICATES,
      CHECKED,
      REDRIVEN,
      P50,
      P99,
      THROUGHPUT,
      RETRIES,
      DEAD_LETTERS,
      LAG,
      COMMIT_POINT,
      DONE_AHEAD,
      READ,
      HANDLED,
      CLOCK;

      /// In one word.
      public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }
  }
}
