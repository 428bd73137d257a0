package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Whose records must keep their order: a key, and the topic it is a key of.
///
/// Two sessions are the same when their keys have the same *value*. Only keys whose value can be
/// told are taken, since a key that is equal to nothing but itself would order nothing, and one
/// whose hash differs from run to run would make two runs differ: text, bytes, numbers, UUIDs. A
/// whole number is the same session whatever carries it: 5, 5L, 5.0 and a BigDecimal of 5.00. One
/// that is not whole is the same as others of its kind, where float and double are one kind and
/// BigDecimal is another: 0.1 is not the same value in both.
///
/// Records without a key are the session of their partition.
public final class Session {
  private final String topic;
  private final Object key;
  private final long hash;

  private Session(String topic, Object key, long hash) {
    this.topic = topic;
    this.key = key;
    this.hash = hash;
  }

  /// @param topic the topic that the key belongs to, or "" for a session that spans topics
  /// @throws IllegalArgumentException if the key is of a kind whose value cannot be told
  public static Session of(String topic, Object key) {
    Object plain = plain(key);
    Object kept = plain instanceof byte[] bytes ? bytes.clone() : plain;
    return new Session(topic, kept, hash(topic, kept));
  }

  /// The session of a partition's records without a key.
  public static Session keyless(Partition partition) {
    return of(partition.topic(), partition);
  }

  /// The same key in the one form that [#hash] and [#is] understand.
  public static Object plain(Object key) {
    return switch (key) {
      case String text -> text;
      case byte[] bytes -> bytes;
      case Long whole -> whole;
      case Integer whole -> whole.longValue();
      case Short whole -> whole.longValue();
      case Byte whole -> whole.longValue();
      case UUID id -> id;
      case Float broken -> whole(broken.doubleValue());
      case Double broken -> whole(broken);
      case BigInteger whole -> whole(whole);
      case BigDecimal broken -> whole(broken);
      case Partition keyless -> keyless;
      default ->
          throw new IllegalArgumentException(
              "a session is known by a String, a byte[], a number or a UUID, not by a "
                  + key.getClass().getName());
    };
  }

  private static Object whole(double value) {
    // Beyond, not every whole number is a double, so what is near would be taken for the same.
    return value == Math.rint(value) && Math.abs(value) <= 1L << 53
        ? (Object) (long) value
        : (Object) value;
  }

  private static Object whole(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static Object whole(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    // A number of a billion digits is left as it is.
    return plain.scale() <= 0 && (long) plain.precision() - plain.scale() <= 40
        ? whole(plain.toBigIntegerExact())
        : plain;
  }

  /// A hash of the values alone, the same in every run and on every machine.
  public static long hash(String topic, Object plain) {
    long value =
        switch (plain) {
          case byte[] bytes -> Arrays.hashCode(bytes);
          case Long whole -> whole;
          case UUID id -> mix(id.getMostSignificantBits()) ^ id.getLeastSignificantBits();
          case Partition keyless -> ~(long) keyless.number();
          default -> plain.hashCode();
        };
    return mix(value * 0x9E3779B97F4A7C15L + topic.hashCode());
  }

  /// Spreads every bit of a number over all of them.
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * 0x4CD6944C5CC20B6DL;
    mixed = (mixed ^ (mixed >>> 29)) * 0xFC12C5B19D3259E9L;
    return mixed ^ (mixed >>> 32);
  }

  /// Is this the session of that key? Looking one up makes no garbage this way.
  public boolean is(String topic, Object plain) {
    boolean sameKey =
        key instanceof byte[] mine
            ? plain instanceof byte[] theirs && Arrays.equals(mine, theirs)
            : key.equals(plain);
    return sameKey && this.topic.equals(topic);
  }

  /// "" for a session that spans topics.
  public String topic() {
    return topic;
  }

  /// The key in its plain form, or null for the session of a partition's records without a key.
  public @Nullable Object key() {
    return switch (key) {
      case Partition _ -> null;
      case byte[] bytes -> bytes.clone();
      default -> key;
    };
  }

  public long hash() {
    return hash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Session that && hash == that.hash && is(that.topic, that.key);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  /// The key as people read it.
  @Override
  public String toString() {
    return switch (key) {
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      case Partition keyless -> "no key " + keyless;
      default -> key.toString();
    };
  }
}
