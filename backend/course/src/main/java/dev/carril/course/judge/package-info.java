/// Judges what a learner has done: on the state of a sandbox and on what happened in it.
///
/// Start at [Judge]. An [Attempt] remembers what happened in an exercise's sandbox; its [Scene] is
/// what a goal is looked for in; a [Verdict] says what is reached, and what is [Missing] as a
/// picture can show it or [MissingSentences] say it.
///
/// Absent on purpose: the text that was typed. Whatever leads to the same state, and to the same
/// happenings, is judged the same.
@NullMarked
package dev.carril.course.judge;

import org.jspecify.annotations.NullMarked;
