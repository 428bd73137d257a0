/// A log to play with: topics, partitions and groups that live on a virtual clock.
///
/// The same commands and the same seed give the same history, byte for byte. Absent on purpose:
/// threads, the real clock, files, sockets, and any random source without a seed. Whoever drives
/// this room brings them as arguments, so every run can be played again.
@NullMarked
package dev.carril.simulator;

import org.jspecify.annotations.NullMarked;
