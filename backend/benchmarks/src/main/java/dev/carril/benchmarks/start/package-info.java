/// The server as a process, from its start to its end, and how long people wait for it. Start at
/// [Start].
@NullMarked
package dev.carril.benchmarks.start;

import org.jspecify.annotations.NullMarked;
