package dev.carril.engine.check;

/// A law that was broken.
///
/// @param instance in which engine
/// @param what what happened, and to which record
public record Violation(Law law, String instance, String what) {
  @Override
  public String toString() {
    return law + " in " + instance + ": " + what;
  }
}
