package dev.carril.simulator.sandbox;

import java.util.SequencedMap;

/// The sandbox as it was at another moment of its history. Looking at it moves nothing.
public record Past(Moment moment, SequencedMap<String, Fact> facts) {}
