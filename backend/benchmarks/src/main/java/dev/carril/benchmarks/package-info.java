/// What Carril costs, measured on the program as people start it, and what its ordering engine
/// costs by itself. Start at [Main].
///
/// Absent on purpose: anything that another room needs. Nothing points here; the launcher starts
/// it.
@NullMarked
package dev.carril.benchmarks;

import org.jspecify.annotations.NullMarked;
