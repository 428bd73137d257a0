/// The sandbox's own SQL database: real SQLite in memory, made deterministic and bounded.
///
/// Start at [Database]. A statement is cut into [Token]s, must be on the [AllowList], gets its
/// `:names` bound ([Statement]), and runs on an [Sqlite] whose functions of chance, time and memory
/// are ours ([Functions]) and whose work is counted ([Budget]). What goes wrong is a code with
/// parameters and a place ([Blame]); the words are the catalogue's.
///
/// Absent on purpose:
///
/// - **Time limits.** Work is counted in steps and bytes, so that a statement which passes on one
///   machine passes on every other, and a log replays.
/// - **Files and other databases**: no ATTACH, VACUUM, backup, extensions. (A sort that needs more
///   than some megabytes goes through a temporary file of SQLite's, bounded like all else.)
/// - **Settings**: no PRAGMA. Foreign keys are enforced; the time zone is UTC.
/// - **Transactions as statements**: a console command is one already.
/// - **TEMP tables, triggers, virtual tables, ALTER TABLE**: nothing in the lessons needs them, and
///   what they keep outside an image, or do unseen, could not be shown.
@NullMarked
package dev.carril.simulator.sql;

import org.jspecify.annotations.NullMarked;
