package dev.carril.simulator.language;

/// A stretch of a line: UTF-16 units from `start` up to but without `end`.
public record Span(int start, int end) {}
