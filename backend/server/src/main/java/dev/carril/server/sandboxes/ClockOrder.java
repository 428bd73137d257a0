package dev.carril.server.sandboxes;

import java.math.BigDecimal;
import java.util.Optional;

/// What the virtual clock is to do on the pages of a sandbox. A page plays it, and one at a time:
/// whose `play` this was. Where that was no page, it is the one that plays already, or else the one
/// that came first.
///
/// @param by the command that ordered it
/// @param speed how fast to play; empty is a pause
/// @param yours whether who is told this shall play
public record ClockOrder(String by, Optional<BigDecimal> speed, boolean yours) {}
