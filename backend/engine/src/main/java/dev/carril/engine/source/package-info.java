/// What a log must offer so that the engine can read it.
@NullMarked
package dev.carril.engine.source;

import org.jspecify.annotations.NullMarked;
