package dev.carril.course.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The difference between what a goal wants and what is there, one piece at a time, as a picture
/// can show it.
public sealed interface Missing {

  /// A record that should stand in this cell, and does not: a ghost.
  ///
  /// @param key null: not said
  /// @param text what its value, or the field that matters, should be; null: not said
  record Cell(String topic, int partition, long offset, @Nullable String key, @Nullable String text)
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
