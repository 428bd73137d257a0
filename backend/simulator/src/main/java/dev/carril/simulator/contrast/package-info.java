/// Cores that are built as others build them: sound in their base, and each wrong design wrong in
/// one way, so that it can be seen what goes wrong then.
///
/// Start at [PlainCore]: one owner decides everything. [Strand] says what waits behind what,
/// [Tenure] what may be committed.
///
/// Absent on purpose: the engine's own decisions, but for how long a retry waits, which is the same
/// for all so that they can be compared. Nothing here is in its jar.
@NullMarked
package dev.carril.simulator.contrast;

import org.jspecify.annotations.NullMarked;
