package dev.carril.server.socket;

/// The way to one client. Each call returns when the line has taken what it was given.
interface Line {

  /// @throws Broken if the client is gone or takes nothing any more
  void send(String text) throws Broken, InterruptedException;

  /// Asks whether the client is there.
  ///
  /// @throws Broken if the client is gone or takes nothing any more
  void ping() throws Broken, InterruptedException;

  /// Says why, then ends; ends without a word when the client does not listen.
  void close(CloseCode code, String reason);

  /// Ends at once.
  void cut();

  /// The client is gone, or might as well be.
  final class Broken extends Exception {
    private static final long serialVersionUID = 1L;

    Broken(Throwable cause) {
      super(cause);
    }
  }
}
