/// What a log must offer so that the engine can read it.
///
/// Start at [Source], which is all of it; [Ownership] is what a source calls back. `memory` has one
/// that needs no broker.
///
/// Absent on purpose: threads and retries. Who reads says when, and a commit that fails is not sent
/// again as it was.
@NullMarked
package dev.carril.engine.source;

import org.jspecify.annotations.NullMarked;
