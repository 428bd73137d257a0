package dev.carril.simulator.instance;

/// Something in the history of instances that people look for, and the step in which it happened.
///
/// @param kind `violation`, `crash`, `rebalance`, `dead-letter`, `gap`, `skipped` or `halted`
/// @param step how many steps instances had taken with it
public record Mark(String kind, long step, Seen.Told told) {}
