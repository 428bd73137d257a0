/// What all benchmarks tell: the figures of several runs of one thing. Start at [Figures].
@NullMarked
package dev.carril.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
