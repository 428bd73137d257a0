/// `carril prove`: random schedules of engine instances, each step held to the laws.
///
/// Start at [Prove]. What is played lives in the simulator; here are the options, the clock that
/// measures, and what is printed.
@NullMarked
package dev.carril.server.prove;

import org.jspecify.annotations.NullMarked;
