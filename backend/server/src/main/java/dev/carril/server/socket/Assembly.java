package dev.carril.server.socket;

import java.util.Optional;

/// Puts the pieces of a message together and forgets the pieces of one that is too long, so that it
/// costs no memory and can be answered in words instead of by closing the line.
final class Assembly {
  /// What is kept of a message that is too long: its id stands near the beginning.
  private static final int HEAD = 256;

  private final int unitsMax;
  private final StringBuilder text = new StringBuilder();
  private boolean tooLong;

  Assembly(int unitsMax) {
    this.unitsMax = unitsMax;
  }

  /// The message that ends with this piece, if one does.
  Optional<Message> add(String piece, boolean last) {
    tooLong |= text.length() + piece.length() > unitsMax;
    text.append(piece);
    if (tooLong) {
      text.setLength(Math.min(text.length(), HEAD));
    }
    if (!last) {
      return Optional.empty();
    }
    Message message =
        tooLong ? Messages.tooLong(text.toString(), unitsMax) : Messages.read(text.toString());
    text.setLength(0);
    if (text.capacity() > 1 << 16) {
      text.trimToSize(); // One long paste should not hold its memory as long as the line lives.
    }
    tooLong = false;
    return Optional.of(message);
  }
}
