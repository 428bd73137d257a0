/// A world: topics, groups and a database under a virtual clock, and what each command does to
/// them.
///
/// Start at [World]. Everything that happens is an event in its queue, a command like anything
/// else. [Writing], [Reading], [Moving], [Operating] and [Telling] hold what the commands do; what
/// is asked about engine instances is in [Reporting], what an operator mends in [Mending], and
/// [Comparison] plays a world again with other designs. [Journal] remembers what was touched, so
/// that whoever draws needs to look at nothing else.
///
/// Absent on purpose: the text of commands (`language`), undo and the command log (`sandbox`), what
/// engine instances do by themselves (`instance`), a clock that runs by itself, and randomness that
/// does not come from the seed.
@NullMarked
package dev.carril.simulator.world;

import org.jspecify.annotations.NullMarked;
