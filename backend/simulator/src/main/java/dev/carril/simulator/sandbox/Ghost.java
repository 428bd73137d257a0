package dev.carril.simulator.sandbox;

/// Where a position would go if a `reset` that is being typed were run.
public record Ghost(String group, String topic, int partition, long position) {}
