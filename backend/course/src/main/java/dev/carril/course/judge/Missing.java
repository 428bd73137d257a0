package dev.carril.course.judge;

import java.util.List;
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
      case Position _, Owner _, Unread _, Often _, Row _, ExtraRow _, Number _ -> this;
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

  /// A partition that this member should own, and does not.
  record Owner(String group, String member, String topic, int partition) implements Missing {}

  /// A record that this group should have been handed, and was not.
  record Unread(String group, String topic, int partition, long offset) implements Missing {}

  /// A record that this group was handed too often.
  record Often(String group, String topic, int partition, long offset, int times)
      implements Missing {}

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
}
