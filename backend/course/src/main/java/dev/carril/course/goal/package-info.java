/// What can be asked of a sandbox: goals of exercises, claims of a Watch, signs of a mistake.
///
/// Start at [Goal]. [Which] says which records are meant, [Expected] what must hold for them,
/// [Sentences] puts a goal into words, so that what is asked and what is checked cannot disagree.
///
/// Absent on purpose: looking whether a goal holds (`judge`), and the files that goals come from
/// (`read`).
@NullMarked
package dev.carril.course.goal;

import org.jspecify.annotations.NullMarked;
