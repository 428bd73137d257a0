package dev.carril.server.socket;

/// Why the server ends a socket, as the client sees it.
enum CloseCode {
  /// The server ends; the client comes back.
  GOING_AWAY(1001),
  /// Something broke on the server's side; the client comes back.
  FAILED(1011),
  /// There is no room at the moment; the client comes back later.
  TRY_LATER(1013),
  /// No such sandbox; there is nothing to come back to.
  NO_SANDBOX(4404),
  /// Too many sockets are open.
  TOO_MANY(4429),
  /// More replies waited than the client took.
  REPLIES_OVERFLOW(4508);

  final int number;

  CloseCode(int number) {
    this.number = number;
  }
}
