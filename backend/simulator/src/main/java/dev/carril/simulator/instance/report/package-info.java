/// What can be told afterwards of what instances did: the way of one record, and how quick it all
/// went.
///
/// Start at [Annals], which hears everything that instances tell, and what happens to them. Nothing
/// here decides anything, and there is no picture and no sentence here: only what was told, put
/// together.
@NullMarked
package dev.carril.simulator.instance.report;

import org.jspecify.annotations.NullMarked;
