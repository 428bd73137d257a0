/// What somebody has done of the course, as plain data.
///
/// Start at [Progress]: each thing that is done makes a new one. [ProgressFile] is its form as a
/// file, for export and import.
///
/// Absent on purpose: who somebody is and where progress is kept (the server's affair), and the
/// lessons themselves: progress names them, and outlives a change of theirs.
@NullMarked
package dev.carril.course.progress;

import org.jspecify.annotations.NullMarked;
