/// Sandboxes in memory: one mailbox and one owner each.
///
/// Start at [Sandboxes]: it lends a [LiveSandbox] to whoever needs it, puts idle ones away and
/// brings them back by playing their log again. An order that changes something is answered only
/// when its entry is on disk. Who has had more than its [Share] of the processors waits while
/// others want them.
///
/// Absent on purpose: what a command means (the simulator's), and what a client is (the socket's).
@NullMarked
package dev.carril.server.sandboxes;

import org.jspecify.annotations.NullMarked;
