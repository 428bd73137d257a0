/// What the engine decides, as plain state machines.
///
/// Start at [Intake], which takes in what the log delivers and knows what may be committed, and
/// [Dispatch], which is one worker with its lanes; they talk by [Mail] and [Reports]. What they say
/// to whoever drives them is in [IntakeOut] and [DispatchOut]. Intake's decisions have a part each,
/// which its comment names. The small parts behind them are [Tracker] (what has ended of a
/// partition), [Lane] (one session), [Routes] (which sessions are active) and [RetrySchedule] (when
/// something is tried again). [Sends] is the ordered producer.
///
/// Absent on purpose: threads, clocks, I/O, locks, loggers, unseeded lots, and whatever hangs on an
/// object's identity. Time comes in as a number, effects go out into a sink that is handed in, so
/// whoever drives these classes can play any run, and play it again.
@NullMarked
package dev.carril.engine.core;

import org.jspecify.annotations.NullMarked;
