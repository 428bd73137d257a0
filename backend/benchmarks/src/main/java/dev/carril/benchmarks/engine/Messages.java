package dev.carril.benchmarks.engine;

import dev.carril.engine.check.Session;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The messages of a pass, in the order in which they arrive, made before the clock starts: whose
/// each of them is, and which of its session's it is.
///
/// A message says in its first bytes which one it is, so that whoever handles it can tell.
final class Messages {
  static final int BYTES = 100;
  private static final String TOMBSTONE = "no message is a tombstone";
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] sessions;
  private final int[] numbers;
  private final int[] each;
  private final byte[][] keys;

  private Messages(int[] sessions, int count) {
    this.sessions = sessions;
    this.numbers = new int[sessions.length];
    this.each = new int[count];
    for (int message = 0; message < sessions.length; message++) {
      numbers[message] = each[sessions[message]]++;
    }
    this.keys = new byte[count][];
    Arrays.setAll(keys, session -> ("session-" + session).getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Sessions take turns.
  static Messages inTurn(int messages, int sessions) {
    return of(messages, sessions, message -> message % sessions);
  }

  /// Each message is of any session.
  static Messages uniform(int messages, int sessions) {
    return of(messages, sessions, message -> Math.floorMod(Session.mix(message + 1L), sessions));
  }

  /// The n-th session has 1/n of what the first one has.
  static Messages zipf(int messages, int sessions) {
    double[] upTo = new double[sessions];
    double sum = 0;
    for (int session = 0; session < sessions; session++) {
      sum += 1.0 / (session + 1);
      upTo[session] = sum;
    }
    double all = sum;
    return of(
        messages,
        sessions,
        message -> {
          double dice = (Session.mix(message + 1L) >>> 11) * 0x1.0p-53 * all;
          int at = Arrays.binarySearch(upTo, dice);
          return at >= 0 ? at : Math.min(-at - 1, sessions - 1);
        });
  }

  /// Says whose a message is.
  interface Deal {
    int sessionOf(int message);
  }

  static Messages of(int messages, int sessions, Deal deal) {
    int[] dealt = new int[messages];
    Arrays.setAll(dealt, deal::sessionOf);
    return new Messages(dealt, sessions);
  }

  int count() {
    return sessions.length;
  }

  int sessions() {
    return each.length;
  }

  /// How many messages a session has.
  int of(int session) {
    return each[session];
  }

  int session(int message) {
    return sessions[message];
  }

  /// Which of its session's messages it is.
  int number(int message) {
    return numbers[message];
  }

  /// Its key, as a client would make it from bytes.
  String key(int message) {
    return new String(keys[sessions[message]], StandardCharsets.ISO_8859_1);
  }

  byte[] value(int message) {
    byte[] value = new byte[BYTES];
    INT.set(value, 0, message);
    INT.set(value, 4, sessions[message]);
    return value;
  }

  /// Whose a message is, as it says itself: looking that up elsewhere would cost its handler more
  /// than a handler costs that does nothing.
  static int session(byte @Nullable [] value) {
    return (int) INT.get(Objects.requireNonNull(value, TOMBSTONE), 4);
  }

  static int message(byte @Nullable [] value) {
    return (int) INT.get(Objects.requireNonNull(value, TOMBSTONE), 0);
  }
}
