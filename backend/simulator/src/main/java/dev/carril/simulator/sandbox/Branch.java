package dev.carril.simulator.sandbox;

/// A line of commands that was left: it can be looked at, and taken up again.
///
/// @param tip the entry that it ends with
/// @param leavesAt after how many commands of the present line it parts from it
/// @param leavesMoment how many moments of the present line there are up to there
/// @param length how many commands are its own
/// @param first the first of them
/// @param last the last of them
/// @param momentMillis virtual time at its end, in milliseconds since 1970
public record Branch(
    String tip,
    int leavesAt,
    long leavesMoment,
    int length,
    String first,
    String last,
    long momentMillis) {}
