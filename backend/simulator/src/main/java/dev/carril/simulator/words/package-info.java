/// Sentences for people: one catalogue a language.
///
/// Start at [Words]. Replies, notices and problems are codes with parameters; a catalogue has a
/// sentence for each code, in the form of ICU's MessageFormat, which knows every language's
/// plurals. A language is a file: `en.properties` beside this package, its name and file listed in
/// `languages.properties`. Whoever has more to say (the page) adds sentences with [Words#with].
///
/// Absent on purpose: HTML, colours, and any decision about what is told.
@NullMarked
package dev.carril.simulator.words;

import org.jspecify.annotations.NullMarked;
