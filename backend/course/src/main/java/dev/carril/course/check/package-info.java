/// Plays lessons to see whether what they say holds, and makes new ones.
///
/// Start at [Check]: solutions must solve, starts must not, mistakes must be recognised, claims
/// must hold, links must lead somewhere. [NewLesson] makes a folder to begin with, which passes.
///
/// Absent on purpose: reading files (`read`), and knowing what is right (`judge`).
@NullMarked
package dev.carril.course.check;

import org.jspecify.annotations.NullMarked;
