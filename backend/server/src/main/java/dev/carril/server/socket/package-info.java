/// One browser's line to its sandbox.
///
/// Start at [Client]: it hears what the browser says and hands it on; [Outbox] is what waits to be
/// said to it, in two lanes. Everything here is bounded ([Bounds]), and a client that does not read
/// costs its own thread and its own bound, nobody else's.
///
/// Absent on purpose: state of the sandbox. A client sends commands and never state.
@NullMarked
package dev.carril.server.socket;

import org.jspecify.annotations.NullMarked;
