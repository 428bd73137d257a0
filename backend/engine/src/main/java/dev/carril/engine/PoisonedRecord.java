package dev.carril.engine;

/// Thrown by a handler that knows that a record will never be handled well.
public class PoisonedRecord extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PoisonedRecord(String why) {
    super(why);
  }

  public PoisonedRecord(String why, Throwable cause) {
    super(why, cause);
  }
}
