/// What the browser is told, as JSON: the simulator's facts, replies and problems in the protocol's
/// own words.
///
/// One `switch` each turns [the simulator's facts](FactJson) into the picture's values and [its
/// replies](ReplyData) into data; neither has a `default`, so a new kind is a compile error here.
/// The protocol itself is described in `backend/server/README.md`.
///
/// Absent on purpose: sockets, and anything that is true only of one client.
@NullMarked
package dev.carril.server.wire;

import org.jspecify.annotations.NullMarked;
