/// What the ordering engine costs and how quick it is, without a broker: records are made where a
/// log would be polled, and every one of them is looked at afterwards.
///
/// Start at [Synth]. [Messages] says which session each message is of, [MadeSource] is the log that
/// makes them, [Pass] lets an engine handle them all, or what stands beside it, and [Ledger] knows
/// which were handled, and in what order.
///
/// Absent on purpose: figures from other machines or other runs. What the engine is compared with
/// takes its turns in the same run.
@NullMarked
package dev.carril.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
