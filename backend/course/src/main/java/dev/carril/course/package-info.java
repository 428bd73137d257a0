/// A course as it was read: tracks, lessons, and what stands in them.
///
/// Start at [Course]. A [Lesson] has what a machine needs (a [Watch], a [Try], a [Question], a
/// [Bus], each by its name) and a [Page] a language with what people read; a page names the parts
/// it shows, in order.
///
/// Absent on purpose: where lessons come from (`read`), what is right (`judge`), how a page looks
/// (the server's affair), and HTML that somebody has typed: [Html] is made from Markdown only.
@NullMarked
package dev.carril.course;

import org.jspecify.annotations.NullMarked;
