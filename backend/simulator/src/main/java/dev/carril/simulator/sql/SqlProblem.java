package dev.carril.simulator.sql;

import java.util.List;
import java.util.Objects;

/// A statement that did not run. The database is as it was before it, and usable.
///
/// It holds no words for people but those of SQLite itself: a catalogue makes sentences of its
/// [Code]. Each `at` is an index into the statement as typed, in UTF-16 units; -1 where nothing in
/// it is to blame.
public final class SqlProblem extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Code code;

  SqlProblem(Code code) {
    // A problem is an answer, not a fault of the program: nobody reads its stack.
    super(code.toString(), null, false, false);
    this.code = Objects.requireNonNull(code);
  }

  public Code code() {
    return code;
  }

  /// Everything that can be wrong with a statement.
  public sealed interface Code {

    /// Only blanks, comments and semicolons.
    record Empty() implements Code {}

    /// SQLite refused it, with its own (English) message.
    record Failed(String message, int at) implements Code {}

    /// A kind of statement that does not exist here, such as `PRAGMA` or `CREATE TRIGGER`.
    record NotAllowed(String word, List<String> allowed, int at) implements Code {
      public NotAllowed {
        allowed = List.copyOf(allowed);
      }
    }

    /// A function or table of SQLite that is closed here, such as `load_extension`.
    record Closed(String name, int at) implements Code {}

    /// A second statement begins at `at`.
    record MoreThanOne(int at) implements Code {}

    /// `?`, `@x` or `$x`, where only `:x` is known.
    record OtherParameter(String text, int at) implements Code {}

    /// A `:name` that nothing was given for.
    record MissingParameter(String name, List<String> have, int at) implements Code {
      public MissingParameter {
        have = List.copyOf(have);
      }
    }

    /// The statement's text is longer than this many characters.
    record StatementTooLong(int max) implements Code {}

    /// A text or blob would be longer than this many bytes.
    record ValueTooLong(long max) implements Code {}

    /// It was stopped after this many steps of work.
    record TooSlow(long steps) implements Code {}

    /// It works on too much text for so many steps: either alone would have been allowed.
    record TooMuch(long steps) implements Code {}

    /// The parser would need too much memory or depth for it.
    record TooComplex() implements Code {}

    /// The database would be larger than this.
    record Full(long bytesMax) implements Code {}

    /// More tables, indexes and views than this.
    record TooManyObjects(int max) implements Code {}

    /// A row would take the last number that SQLite has: the number of the row after it would be
    /// SQLite's own chance, which no seed reaches.
    record LastNumber(long number) implements Code {}
  }
}
