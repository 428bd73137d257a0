/// The course as the server gives it: who has done what, in which sandbox, and whether it is right.
///
/// Start at [School]. [Learners] keeps progress; [Attempts] remembers what happened in the
/// sandboxes of exercises; [Reels] plays scripts out, so that a page can show them frame by frame;
/// a [Stop] is one page of a lesson.
///
/// Absent on purpose: what is right (the course's affair), addresses and HTML (`web`, `pages`).
@NullMarked
package dev.carril.server.lessons;

import org.jspecify.annotations.NullMarked;
