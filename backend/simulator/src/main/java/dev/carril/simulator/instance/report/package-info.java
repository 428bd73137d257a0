/// What can be told afterwards of what instances did: the way of one record, and how quick it all
/// went.
///
/// Start at [Annals], which hears everything that instances tell. Nothing here decides anything,
/// and there is no picture and no sentence here: only the engine's own events, put together.
@NullMarked
package dev.carril.simulator.instance.report;

import org.jspecify.annotations.NullMarked;
