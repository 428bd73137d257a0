/// The sandbox's own SQL database: real SQLite in memory, deterministic and bounded.
///
/// Start at [Database].
@NullMarked
package dev.carril.simulator.sql;

import org.jspecify.annotations.NullMarked;
