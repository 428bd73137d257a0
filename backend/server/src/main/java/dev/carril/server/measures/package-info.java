/// What the server counts and measures, for `/metrics`. Start at [Measures].
///
/// Absent on purpose: numbers that are kept for their own sake. A gauge asks whoever owns the
/// number.
@NullMarked
package dev.carril.server.measures;

import org.jspecify.annotations.NullMarked;
