/// Every word that people read, in one catalogue a language.
///
/// [Catalogue] puts together the simulator's words (replies, errors, help), the page's
/// (`frontend/words`) and the server's own (beside this file, keys `server.…`); [LanguageOption]
/// chooses a language on the command line. Absent on purpose: sentences in code.
@NullMarked
package dev.carril.server.words;

import org.jspecify.annotations.NullMarked;
