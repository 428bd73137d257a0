package dev.carril.simulator.sandbox;

import dev.carril.simulator.instance.Mark;

/// Something that people look for in a sandbox's history, and where it is.
///
/// @param moment how many moments there are on the way there
public record Marked(long moment, Mark mark) {}
