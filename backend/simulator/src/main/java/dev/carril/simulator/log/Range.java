package dev.carril.simulator.log;

/// Offsets of one partition, from the first up to but without the last: `[from, to)`.
public record Range(String topic, int partition, long from, long to) {}
