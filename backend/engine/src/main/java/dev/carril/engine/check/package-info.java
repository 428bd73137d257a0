/// The words in which an engine says what happens, and the laws that hold for them.
@NullMarked
package dev.carril.engine.check;

import org.jspecify.annotations.NullMarked;
