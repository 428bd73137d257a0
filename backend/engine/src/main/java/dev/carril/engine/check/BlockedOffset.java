package dev.carril.engine.check;

import dev.carril.engine.source.Partition;

/// An offset that has not ended although later ones have: it holds the commit point back.
///
/// @param ageNanos since it was delivered
/// @param attempt handler calls of it that have ended
public record BlockedOffset(
    Partition partition, long offset, Session session, long ageNanos, int attempt) {}
