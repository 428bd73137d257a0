/// Drives the core for real.
///
/// Start at [Plant], which puts the parts together. [PollLoop] is the one thread that touches the
/// log; [IntakeLoop] and [WorkerLoop] own the core's objects and take letters from a [Mailbox], one
/// by one; a [LaneThread] runs one session's handler calls and owns nothing. [UserCode] says what
/// follows where code that was handed in throws, answers nothing or leaves its thread interrupted.
///
/// Absent on purpose: decisions. What may run, wait, end or be committed is said in `core`.
@NullMarked
package dev.carril.engine.runtime;

import org.jspecify.annotations.NullMarked;
