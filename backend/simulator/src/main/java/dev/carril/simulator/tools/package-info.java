/// The console's commands in the words of Kafka's own command-line tools, and the other way round.
///
/// [ToReal] writes what one would type at a real cluster; [FromReal] reads what somebody pasted
/// from one. [Shell] knows the quoting of a Unix shell, as far as such commands use it.
///
/// Absent on purpose: running anything. Both only write lines.
@NullMarked
package dev.carril.simulator.tools;

import org.jspecify.annotations.NullMarked;
