package dev.carril.engine.core;

/// Bits as text: fifteen of them in each character.
///
/// Kafka counts the characters of a commit's metadata, not their bytes, so a character should carry
/// all it can. The characters from U+0100 to U+80FF are none of the surrogates and none that a
/// UTF-8 encoder changes.
final class BitText {
  static final int BITS_EACH = 15;

  private static final char FIRST = '\u0100';
  private static final int MASK = (1 << BITS_EACH) - 1;

  private BitText() {}

  static char character(int bits) {
    return (char) (FIRST + bits);
  }

  /// The bits of a character, or -1 if it is none of ours.
  static int bits(char character) {
    int bits = character - FIRST;
    return bits >= 0 && bits <= MASK ? bits : -1;
  }

  /// How many bits [Writer#number] takes for a value.
  static long length(long value, int order) {
    int digits = 64 - Long.numberOfLeadingZeros((value >>> order) + 1);
    return 2L * digits - 1 + order;
  }

  /// Collects bits.
  static final class Writer {
    private final StringBuilder text;
    private int held;
    private int count;

    Writer(StringBuilder text) {
      this.text = text;
    }

    void bit(boolean set) {
      put(set ? 1 : 0, 1);
    }

    void bits(long value, int width) {
      for (int left = width; left > 0; ) {
        int some = Math.min(left, BITS_EACH - count);
        left -= some;
        put((int) (value >>> left) & (1 << some) - 1, some);
      }
    }

    /// The same bit so many times.
    void run(boolean set, long length) {
      for (long left = length; left > 0; ) {
        int some = (int) Math.min(left, BITS_EACH - count);
        left -= some;
        put(set ? (1 << some) - 1 : 0, some);
      }
    }

    // No more than the character has room for.
    private void put(int bits, int some) {
      held = held << some | bits;
      count += some;
      if (count == BITS_EACH) {
        text.append(character(held));
        held = 0;
        count = 0;
      }
    }

    /// A number from 0, in an exponential Golomb code: short for small ones; the order says what is
    /// small.
    void number(long value, int order) {
      long high = (value >>> order) + 1;
      int digits = 64 - Long.numberOfLeadingZeros(high);
      bits(0, digits - 1);
      bits(high, digits);
      bits(value, order);
    }

    /// Fills up the last character.
    void close() {
      while (count != 0) {
        bit(false);
      }
    }
  }

  /// Gives bits back. Reading beyond the end, or what no writer wrote, ends in a [Damage].
  static final class Reader {
    private final String text;
    private int at;
    private int held;
    private int count;

    Reader(String text, int from) {
      this.text = text;
      this.at = from;
    }

    boolean bit() throws Damage {
      if (count == 0) {
        if (at == text.length()) {
          throw new Damage("it ends too early");
        }
        held = BitText.bits(text.charAt(at++));
        if (held < 0) {
          throw new Damage("character " + (at - 1) + " is none that was written");
        }
        count = BITS_EACH;
      }
      count--;
      return (held >>> count & 1) != 0;
    }

    long bits(int width) throws Damage {
      long value = 0;
      for (int at = 0; at < width; at++) {
        value = value << 1 | (bit() ? 1 : 0);
      }
      return value;
    }

    long number(int order) throws Damage {
      int zeros = 0;
      while (!bit()) {
        if (++zeros + order > 62) {
          throw new Damage("a number is too large");
        }
      }
      long high = (1L << zeros | bits(zeros)) - 1;
      return high << order | bits(order);
    }
  }

  /// The text is not what a writer wrote.
  static final class Damage extends Exception {
    private static final long serialVersionUID = 1;

    Damage(String why) {
      super(why, null, false, false);
    }
  }
}
