/// How the server bears a crowd: reply times, rate and memory. Start at [Load].
@NullMarked
package dev.carril.benchmarks.server;

import org.jspecify.annotations.NullMarked;
