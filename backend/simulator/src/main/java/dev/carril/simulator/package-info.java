/// What can be said to a simulated log, and what it answers: the vocabulary of the whole simulator.
///
/// [Command] is what a person orders, [Reply] what comes back, [Problem] why nothing happened,
/// [Notice] what is worth saying besides, [Happening] what there was to see. All are codes with
/// parameters.
///
/// Read on in `log` (topics and records), `group` (positions), `world` (what a command does),
/// `instance` (engine instances), `contrast` (wrong designs), `prove` (proof by simulation),
/// `language` (how a line becomes a command), `sql` (the sandbox's database), `sandbox` (the
/// command log, undo and replay), `words` (sentences).
///
/// Absent on purpose, here and in every room below: a clock, threads, files, sockets, and
/// randomness without a seed. Time and seed come from whoever drives. Words for people live in
/// `words` and nowhere else.
@NullMarked
package dev.carril.simulator;

import org.jspecify.annotations.NullMarked;
