/// Engine instances that live in a world: members of groups that read its log under virtual time.
///
/// Start at [Instances], which has all of them, and at [Instance], which is the process around one
/// core: it polls, runs handlers, commits and writes dead letters. A [Core] decides; [Lanes] is the
/// engine's own, and the wrong designs are others. Every message between two parts is an entry of
/// the [Agenda], so the seed decides in which order they arrive.
///
/// What instances tell is heard by the laws and the order checker of their [Cohort], by the annals
/// of `report`, which commands ask, and by a [Watcher], from which a picture gets what it shows as
/// [Seen].
///
/// Absent on purpose: what a core decides, the commands and their answers (`world`), and what the
/// wrong designs do wrong (`contrast`).
@NullMarked
package dev.carril.simulator.instance;

import org.jspecify.annotations.NullMarked;
