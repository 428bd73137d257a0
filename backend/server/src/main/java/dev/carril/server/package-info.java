/// Puts the simulator on the web and on the command line. Start at [Main].
///
/// Absent on purpose: any rule about logs, groups or lanes. Those live in the simulator.
@NullMarked
package dev.carril.server;

import org.jspecify.annotations.NullMarked;
