/// What the page costs a real browser, against its budgets. Start at [Page]; the trials are in
/// [Trials].
///
/// Absent on purpose: a look at how the page does it. Only what it shows and what the browser says
/// that it cost count here.
@NullMarked
package dev.carril.benchmarks.page;

import org.jspecify.annotations.NullMarked;
