package dev.carril.engine.check;

/// A lane at one moment.
///
/// @param halted whether its session is halted
/// @param attempt the handler call that runs or was the last, of its first record; 0 before the
///   first
/// @param queued records behind the one that runs
/// @param dueNanos when its back-off ends, or 0 if it does not back off
public record LaneView(
    Session session,
    int worker,
    LaneState state,
    boolean halted,
    int attempt,
    int queued,
    long dueNanos) {}
