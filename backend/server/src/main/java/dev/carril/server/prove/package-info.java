/// `carril prove`: random schedules of engine instances, each step held to the laws.
///
/// Start at [Prove]: the options, the clock that measures, and what is printed.
///
/// Absent on purpose: what is played, and when a law is broken, which is the simulator's affair.
@NullMarked
package dev.carril.server.prove;

import org.jspecify.annotations.NullMarked;
