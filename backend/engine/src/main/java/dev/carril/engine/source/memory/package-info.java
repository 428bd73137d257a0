/// A log in memory, to test handlers with: topics, groups that share partitions, hand-overs,
/// losses, failing commits, holes and retention, as a real log has them, and no broker.
///
/// Start at [MemoryLog].
@NullMarked
package dev.carril.engine.source.memory;

import org.jspecify.annotations.NullMarked;
