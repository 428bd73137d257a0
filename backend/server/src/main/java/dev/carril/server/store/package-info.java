/// The command logs on disk: what was acknowledged is here, and what is here is the truth.
///
/// Start at [Store]. One writer puts the entries of all sandboxes into one SQLite file and groups
/// their commits, so that a hundred sandboxes wait for the disk together and not in turn. A log
/// only grows: nothing here removes an entry, and what changes is the line of a `run` in which time
/// is let go on.
///
/// People bring in logs as files: a [LogFile] is one, a [ScriptFile] is commands that make one.
///
/// Absent on purpose: state. Topics, groups and tables are what the simulator makes of a log, so
/// they are never stored beside it, where they could disagree with it.
@NullMarked
package dev.carril.server.store;

import org.jspecify.annotations.NullMarked;
