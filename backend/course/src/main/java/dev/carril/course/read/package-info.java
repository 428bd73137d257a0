/// Reads lessons from folders: YAML and Markdown in, a course or faults out.
///
/// Start at [Lessons], which reads folders and looks again when they change. [Yaml] reads files as
/// [Node]s with line numbers, [LessonReader] and [GoalReader] make data of them, [Prose] and
/// [PageReader] make pages of Markdown.
///
/// A fault is not the end: what can be read is read, so that one look tells everything that is
/// wrong. Files come from anybody, so sizes, depths and counts are bounded, and nothing outside the
/// folder is read.
///
/// Absent on purpose: playing what was read (`check`).
@NullMarked
package dev.carril.course.read;

import org.jspecify.annotations.NullMarked;
