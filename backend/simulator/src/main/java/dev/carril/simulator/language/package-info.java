/// The console's language: how a line becomes a command.
///
/// Start at [Grammar]: every command's form is written there once, and parsing, help, completion
/// and suggestions all read it. [Parser] turns a line into a command or into a problem with its
/// place; [Completer] offers what may come next; [Script] cuts a pasted text into lines. [Line]
/// knows which characters count as blanks and quotes.
///
/// Absent on purpose: what a command does (`world`, `sandbox`) and sentences for people (`words`).
@NullMarked
package dev.carril.simulator.language;

import org.jspecify.annotations.NullMarked;
