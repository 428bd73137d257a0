package dev.carril.engine.core;

import java.util.Arrays;

/// What has ended ahead of the commit point, as text that fits into a commit's metadata, so that a
/// restart need not handle it twice.
///
/// Two forms, and whichever says more: a bit for each offset, which is best when half of them have
/// ended at random; or the lengths of the runs, which is best for nearly everything else. Where the
/// whole does not fit, the longest prefix that does is kept. The offset that is committed with it
/// goes into the check sum, so that metadata is never believed beside another offset.
final class Ahead {
  /// Kafka's limit, in characters.
  static final int CHARACTERS_MAX = 4_096;

  private static final String FAMILY = "carril";
  private static final String VERSION = FAMILY + "1:";
  private static final int BITS_MAX = (CHARACTERS_MAX - VERSION.length() - 1) * BitText.BITS_EACH;
  private static final int ORDER_WIDTH = 5;
  private static final int COUNT_ORDER = 6;

  private Ahead() {}

  /// @param runs as [Tracker#runs] gives them
  /// @return "" where nothing has ended ahead
  static String encode(long offset, long[] runs) {
    if (runs.length == 0) {
      return "";
    }
    var bitmap = Bitmap.fit(runs);
    var lengths = Lengths.fit(runs);
    boolean better =
        bitmap.reach != lengths.reach ? bitmap.reach > lengths.reach : bitmap.size < lengths.size;
    var text = new StringBuilder(VERSION).append(' ');
    var writer = new BitText.Writer(text);
    writer.bit(better);
    if (better) {
      bitmap.write(runs, writer);
    } else {
      lengths.write(runs, writer);
    }
    writer.close();
    text.setCharAt(VERSION.length(), BitText.character(sum(offset, text)));
    return text.toString();
  }

  /// @param offset what was committed with it
  static Restored decode(long offset, String text) {
    if (text.isEmpty()) {
      return Restored.NOTHING;
    }
    if (!text.startsWith(VERSION)) {
      return Restored.ignored(
          text.startsWith(FAMILY)
              ? "it was written by another version"
              : "it was written by something else");
    }
    if (text.length() > CHARACTERS_MAX || text.length() < VERSION.length() + 2) {
      return Restored.ignored("its length is " + text.length());
    }
    if (BitText.bits(text.charAt(VERSION.length())) != sum(offset, text)) {
      return Restored.ignored("it does not belong to offset " + offset + ", or is damaged");
    }
    try {
      var reader = new BitText.Reader(text, VERSION.length() + 1);
      return Restored.of(offset, reader.bit() ? Bitmap.read(reader) : Lengths.read(reader));
    } catch (BitText.Damage why) {
      return Restored.ignored(String.valueOf(why.getMessage()));
    }
  }

  /// What must stand before the bits.
  static int sum(long offset, CharSequence text) {
    long sum = offset * 0x9E3779B97F4A7C15L + 1;
    for (int at = VERSION.length() + 1; at < text.length(); at++) {
      sum = (sum ^ text.charAt(at)) * 0x100000001B3L;
    }
    return (int) (sum >>> 40) & 0x7fff;
  }

  /// One bit for each offset, after the first one that has ended.
  ///
  /// @param reach offsets from the commit point on that it tells about
  /// @param size in bits
  private record Bitmap(long count, long reach, long size) {
    static Bitmap fit(long[] runs) {
      long all = -runs[0];
      for (long run : runs) {
        all += run;
      }
      long room = BITS_MAX - 1L - BitText.length(runs[0], COUNT_ORDER);
      long count = Math.min(all, room - BitText.length(room, COUNT_ORDER));
      return new Bitmap(
          count,
          runs[0] + count,
          BitText.length(runs[0], COUNT_ORDER) + BitText.length(count, COUNT_ORDER) + count);
    }

    void write(long[] runs, BitText.Writer writer) {
      writer.number(runs[0], COUNT_ORDER);
      writer.number(count, COUNT_ORDER);
      long left = count;
      for (int at = 1; at < runs.length && left > 0; at++) {
        long run = Math.min(runs[at], left);
        writer.run((at & 1) == 1, run);
        left -= run;
      }
    }

    static long[] read(BitText.Reader reader) throws BitText.Damage {
      var runs = new long[8];
      runs[0] = reader.number(COUNT_ORDER);
      int last = 0;
      long left = reader.number(COUNT_ORDER);
      if (left > BITS_MAX) {
        throw new BitText.Damage("it tells of " + left + " offsets");
      }
      for (; left > 0; left--) {
        if (reader.bit() != ((last & 1) == 1)) {
          last++;
          if (last == runs.length) {
            runs = Arrays.copyOf(runs, 2 * last);
          }
        }
        runs[last]++;
      }
      return Arrays.copyOf(runs, last + 1);
    }
  }

  /// The lengths of the runs, each at least 1 and so written one less; what is open and what has
  /// ended have each an order of their own.
  ///
  /// @param count how many runs it tells
  private record Lengths(int count, int openOrder, int endedOrder, long reach, long size) {
    static Lengths fit(long[] runs) {
      int openOrder = order(runs, 0);
      int endedOrder = order(runs, 1);
      long size = 1 + 2 * ORDER_WIDTH + BitText.length(runs.length, COUNT_ORDER);
      long reach = 0;
      int count = 0;
      // Open runs tell something only with the ended one behind them, so they go in pairs.
      while (count < runs.length) {
        long pair =
            BitText.length(runs[count] - 1, openOrder)
                + BitText.length(runs[count + 1] - 1, endedOrder);
        if (size + pair > BITS_MAX) {
          break;
        }
        size += pair;
        reach += runs[count] + runs[count + 1];
        count += 2;
      }
      return new Lengths(count, openOrder, endedOrder, reach, size);
    }

    // The order for which the mean length takes the fewest bits.
    private static int order(long[] runs, int first) {
      long sum = 0;
      for (int at = first; at < runs.length; at += 2) {
        sum += runs[at] - 1;
      }
      long mean = sum * 2 / runs.length;
      return mean == 0 ? 0 : Math.min(31, 63 - Long.numberOfLeadingZeros(mean));
    }

    void write(long[] runs, BitText.Writer writer) {
      writer.bits(openOrder, ORDER_WIDTH);
      writer.bits(endedOrder, ORDER_WIDTH);
      writer.number(count, COUNT_ORDER);
      for (int at = 0; at < count; at++) {
        writer.number(runs[at] - 1, (at & 1) == 0 ? openOrder : endedOrder);
      }
    }

    static long[] read(BitText.Reader reader) throws BitText.Damage {
      int openOrder = (int) reader.bits(ORDER_WIDTH);
      int endedOrder = (int) reader.bits(ORDER_WIDTH);
      long count = reader.number(COUNT_ORDER);
      if (count > BITS_MAX) {
        throw new BitText.Damage("it tells of " + count + " runs");
      }
      var runs = new long[(int) count];
      for (int at = 0; at < count; at++) {
        runs[at] = reader.number((at & 1) == 0 ? openOrder : endedOrder) + 1;
      }
      return runs;
    }
  }
}
