/// What engine instances cost in the simulator: their steps, any moment of their history, and many
/// sandboxes that play at once. Start at [Simulator].
@NullMarked
package dev.carril.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
