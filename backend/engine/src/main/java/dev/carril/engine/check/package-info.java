/// The words in which an engine says what happens, and the laws that hold for them.
///
/// Start at [Event], which is everything that can happen, and [Law], which is what always holds;
/// [Laws] holds an engine's events to them. [Session] says what has to keep its order. What can be
/// seen from outside are the views: [LaneView], [PartitionView], [BlockedOffset].
///
/// Absent on purpose: whatever decides. Nothing here changes what an engine does, so a law that is
/// broken can be believed.
@NullMarked
package dev.carril.engine.check;

import org.jspecify.annotations.NullMarked;
