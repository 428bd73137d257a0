package dev.carril.server;

import dev.carril.server.socket.Bounds;
import java.time.Duration;

/// Bounds of sockets, other than the usual ones, for tests that go beyond them.
final class Bounded {
  private Bounded() {}

  /// So tight that a test reaches each within a second or two.
  static Bounds tight() {
    return tight(Duration.ofSeconds(3));
  }

  /// @param patience how long a client may take nothing, and be silent
  static Bounds tight(Duration patience) {
    return new Bounds(
        8,
        4,
        4,
        1_000,
        2_000,
        1 << 20,
        50,
        100_000,
        100,
        60_000,
        200,
        60,
        patience,
        Duration.ofMillis(500),
        patience);
  }

  /// The usual ones, but the pace is left to the machine.
  static Bounds fast() {
    Bounds usual = Bounds.usual();
    return new Bounds(
        usual.sockets(),
        usual.socketsASandbox(),
        usual.socketsAnAddress(),
        1_000_000,
        1_000_000,
        usual.messageUnits(),
        usual.replies(),
        usual.replyUnits(),
        usual.stateKeys(),
        usual.stateUnits(),
        usual.stateHappenings(),
        usual.stateFramesPerSecond(),
        usual.stall(),
        usual.pingEvery(),
        usual.silence());
  }
}
