package dev.carril.benchmarks.page;

/// What something may cost, and what it did.
///
/// @param most the figure that it may reach
record Budget(String name, double measured, double most, String unit) {
  boolean isHeld() {
    return measured <= most;
  }
}
