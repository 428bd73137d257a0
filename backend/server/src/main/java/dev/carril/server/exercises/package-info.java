/// Lessons on the command line: `carril check exercises` plays them, `carril new exercise` makes
/// one to begin with.
///
/// Absent on purpose: what is right, which is the course's affair.
@NullMarked
package dev.carril.server.exercises;

import org.jspecify.annotations.NullMarked;
