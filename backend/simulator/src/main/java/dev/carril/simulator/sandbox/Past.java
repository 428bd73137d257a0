package dev.carril.simulator.sandbox;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The sandbox as it was at another moment of its history. Looking at it moves nothing.
///
/// @param entry the entry whose state it is, or empty for the beginning
/// @param at how many commands lead there
/// @param command the last of them, or null at the beginning
public record Past(
    String entry, int at, @Nullable String command, SequencedMap<String, Fact> facts) {}
