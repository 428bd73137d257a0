/// An engine that keeps the order of each session's records and lets different sessions run at
/// once, on any log.
///
/// Start at [Engine]: it is built, started, looked at and closed. [Handler] is what a user writes.
/// What it does in every case is in the README's table of guarantees; what it decides, and why, is
/// in `core`. A good order to read the rooms in: `check` (the words and the laws), `core` (the
/// decisions), `source` (what a log must offer), `runtime` (threads), and this one last.
///
/// Absent on purpose: Kafka, which is an adapter on `source`, and metrics and traces, which are
/// adapters on the listener.
@NullMarked
package dev.carril.engine;

import org.jspecify.annotations.NullMarked;
