/// Proof by simulation: random schedules of instances, traffic and faults, by seed, in a world that
/// holds every step to the engine's laws.
///
/// Start at [Prover]. [Schedule] draws what happens, as lines of the console, so that whatever it
/// finds can be played by anybody; [Shrinker] leaves out what is not needed to show it.
///
/// Absent on purpose: a clock (whoever measures brings one) and any way into a core that the
/// console does not have.
@NullMarked
package dev.carril.simulator.prove;

import org.jspecify.annotations.NullMarked;
