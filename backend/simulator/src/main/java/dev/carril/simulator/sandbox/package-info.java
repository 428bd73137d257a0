/// A sandbox: a world, and the command log that it can be made of again at any time.
///
/// Start at [Sandbox]. [Entry] is what is kept, [Path] works out where the log's head is and what
/// can be undone, [Checkpoints] make going back quick, [Fact] is what a picture is drawn from.
/// [Moments] are those of its history, and how it was at them: [Replayer] makes the world of
/// another [Moment], [Footprints] know how many there are, and [Kept] holds worlds that somebody
/// who looks back and forth goes on from. [Unseen] is what has changed since somebody looked.
///
/// Absent on purpose: where the log is stored and who may read it (the server's affair), and JSON.
@NullMarked
package dev.carril.simulator.sandbox;

import org.jspecify.annotations.NullMarked;
