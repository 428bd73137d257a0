/// `carril run`: a script of console commands, played on a sandbox of its own.
///
/// Start at [RunScript]. What a command prints is what the console of the page would show; with
/// `--json` it is what the protocol calls data.
///
/// Absent on purpose: the store. Such a sandbox ends with its script.
@NullMarked
package dev.carril.server.script;

import org.jspecify.annotations.NullMarked;
