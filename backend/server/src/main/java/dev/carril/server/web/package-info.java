/// The server's HTTP side: what is answered to whom, pages, files, measures.
///
/// Start at [Web]. Every request passes the [Gate] first, also those that Jetty itself answers: it
/// holds who may ask ([Doors]) and puts the safety headers on everything.
///
/// Absent on purpose: HTML put together by hand (pages come from templates that escape by context),
/// sessions, and any trust in headers that a proxy could have set.
@NullMarked
package dev.carril.server.web;

import org.jspecify.annotations.NullMarked;
