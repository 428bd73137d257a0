/// Consumer groups: who belongs to them, which partition each member owns, and where each group
/// will read next.
///
/// Start at [Group]. A position is the offset that will be read next; it belongs to the group, not
/// to the member. [Assignment] deals partitions to members.
///
/// Absent on purpose: the records themselves (`log`), and what a `consume` does step by step
/// (`world`).
@NullMarked
package dev.carril.simulator.group;

import org.jspecify.annotations.NullMarked;
