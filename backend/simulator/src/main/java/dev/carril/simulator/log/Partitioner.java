package dev.carril.simulator.log;

import java.nio.charset.StandardCharsets;

/// Which partition a key goes to.
public enum Partitioner {
  /// The character codes of the key (UTF-16 units) added up: a learner can do it by hand.
  SUM {
    @Override
    public int partition(String key, int partitions) {
      return (int) (sum(key) % partitions);
    }
  },
  /// Kafka's default for records with a key: `(murmur2(utf8(key)) & 0x7fffffff) mod n`.
  MURMUR2 {
    @Override
    public int partition(String key, int partitions) {
      return (murmur2(key.getBytes(StandardCharsets.UTF_8)) & 0x7fffffff) % partitions;
    }
  };

  /// A number from 0 to `partitions` − 1, always the same for the same key.
  public abstract int partition(String key, int partitions);

  /// The UTF-16 units of the key, added up.
  public static long sum(String key) {
    long sum = 0;
    for (int at = 0; at < key.length(); at++) {
      sum += key.charAt(at);
    }
    return sum;
  }

  /// MurmurHash2 by Austin Appleby (public domain), 32 bits, with the seed that Kafka's clients
  /// use.
  static int murmur2(byte[] data) {
    int m = 0x5bd1e995;
    int hash = 0x9747b28c ^ data.length;
    int whole = data.length / 4 * 4;
    for (int i = 0; i < whole; i += 4) {
      int k =
          (data[i] & 0xff)
              | (data[i + 1] & 0xff) << 8
              | (data[i + 2] & 0xff) << 16
              | (data[i + 3] & 0xff) << 24;
      k *= m;
      k ^= k >>> 24;
      hash = hash * m ^ k * m;
    }
    int rest = data.length - whole;
    if (rest > 0) {
      for (int i = rest - 1; i >= 0; i--) {
        hash ^= (data[whole + i] & 0xff) << 8 * i;
      }
      hash *= m;
    }
    hash ^= hash >>> 13;
    hash *= m;
    return hash ^ hash >>> 15;
  }
}
