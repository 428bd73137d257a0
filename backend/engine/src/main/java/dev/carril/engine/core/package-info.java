/// What the engine decides, as plain state machines.
///
/// Absent on purpose: threads, clocks, I/O, locks, loggers, unseeded lots, and whatever hangs on an
/// object's identity. Time comes in as a number, effects go out into a sink that is handed in, so
/// whoever drives these classes can play any run, and play it again.
@NullMarked
package dev.carril.engine.core;

import org.jspecify.annotations.NullMarked;
