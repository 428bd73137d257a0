package dev.carril.server.store;

import java.nio.file.Path;

/// The data folder cannot be used, and was left as it is. The message says why and what to do.
public final class UnusableStore extends Exception {
  private static final long serialVersionUID = 1L;

  private UnusableStore(String message, Throwable cause) {
    super(message, cause);
  }

  private UnusableStore(String message) {
    super(message);
  }

  static UnusableStore unwritable(Path folder, Throwable cause) {
    return new UnusableStore(
        "The data folder %s cannot be written (%s). Choose another with --data."
            .formatted(folder, why(cause)),
        cause);
  }

  static UnusableStore taken(Path folder) {
    return new UnusableStore(
        "Another Carril uses the data folder %s. End it, or choose another folder with --data."
            .formatted(folder));
  }

  static UnusableStore damaged(Path file, Throwable cause) {
    return damaged(file, why(cause));
  }

  static UnusableStore damaged(Path file, String why) {
    return new UnusableStore(
        "The database %s is damaged (%s). It was left as it is. Put a copy back, or choose another folder with --data."
            .formatted(file, why));
  }

  static UnusableStore foreign(Path file) {
    return new UnusableStore(
        "The database %s is not one of Carril's. It was left as it is. Choose another folder with --data."
            .formatted(file));
  }

  static UnusableStore newer(Path file, int version, int ours) {
    return new UnusableStore(
        "The database %s was written by a newer Carril (version %d of its form; this one knows up to %d). It was left as it is. Use the newer Carril, or choose another folder with --data."
            .formatted(file, version, ours));
  }

  private static String why(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : name + ": " + message;
  }
}
