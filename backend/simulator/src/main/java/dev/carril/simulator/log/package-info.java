/// The log: topics, their partitions, and the records in them.
///
/// Start at [Topic], which deals a record to a partition, then [Partition], which gives it its
/// offset. Offsets only rise; a record never changes. What takes records away (retention,
/// compaction) leaves the numbers of the others alone.
///
/// Absent on purpose: who reads (`group`), what time it is (the caller brings it), and any words
/// for people.
@NullMarked
package dev.carril.simulator.log;

import org.jspecify.annotations.NullMarked;
