/// Pages as HTML. [Pages] fills the templates of `frontend/pages`, which are compiled when the
/// project is built and escape by context.
///
/// Absent on purpose: HTML by concatenation, and words that are not the catalogue's.
@NullMarked
package dev.carril.server.pages;

import org.jspecify.annotations.NullMarked;
