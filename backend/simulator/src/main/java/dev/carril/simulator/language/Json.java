package dev.carril.simulator.language;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.carril.simulator.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// Values that begin with a brace or a bracket must be JSON. They are checked and kept as typed.
final class Json {
  private static final int LEVELS = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(LEVELS)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}

  /// @param madePlain whether curly quotes or odd blanks were made plain to make it JSON
  record Text(String text, boolean madePlain) {}

  /// What is wrong with a value.
  ///
  /// @param at where, in UTF-16 units from the value's beginning
  /// @param whole whether to point at where the value began instead
  record Fault(Problem problem, int at, boolean whole) {
    Span span(int from, int end) {
      int start = Math.min(from + at, end);
      return new Span(start, Math.min(start + 1, end));
    }
  }

  static boolean isJson(String text) {
    return text.startsWith("{") || text.startsWith("[");
  }

  /// The value as it is meant: with copied quotes and blanks made plain, if only that makes it
  /// JSON.
  static Text meant(String raw) {
    if (isJson(raw) && fault(raw) == null) {
      return new Text(raw, false);
    }
    String plain = Line.plain(raw);
    boolean helps = !plain.equals(raw) && isJson(plain) && fault(plain) == null;
    return helps ? new Text(plain, true) : new Text(raw, false);
  }

  /// What is wrong with this value; null if it is JSON, or need not be.
  static @Nullable Fault fault(String text) {
    if (!isJson(text)) {
      return null;
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      int depth = 0;
      int ended = 0;
      while (parser.nextToken() != null) {
        if (depth == 0 && ended > 0) {
          return invalid(text, (int) parser.currentTokenLocation().getCharOffset());
        }
        depth += parser.currentToken().isStructStart() ? 1 : 0;
        depth -= parser.currentToken().isStructEnd() ? 1 : 0;
        ended += depth == 0 ? 1 : 0;
      }
      return null;
    } catch (JsonEOFException open) {
      return isStringOpen(text)
          ? invalid(text, text.length())
          : new Fault(new Problem.JsonNotClosed(), 0, true);
    } catch (StreamConstraintsException deep) {
      return new Fault(new Problem.JsonTooDeep(LEVELS), 0, true);
    } catch (JsonProcessingException wrong) {
      int at = wordStart(text, (int) wrong.getLocation().getCharOffset());
      // The reader has another error for an end that comes right after a comma; it is open all the
      // same.
      String solid = text.stripTrailing();
      return solid.endsWith(",") && at >= solid.length() && !isStringOpen(text)
          ? new Fault(new Problem.JsonNotClosed(), 0, true)
          : invalid(text, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether more lines may still make this value whole. A string must end on its own line.
  static boolean isOpen(String value) {
    String plain = Line.plain(value);
    return isUnfinished(value) || !plain.equals(value) && isUnfinished(plain);
  }

  private static boolean isUnfinished(String text) {
    Fault fault = fault(text);
    return fault != null && fault.problem() instanceof Problem.JsonNotClosed;
  }

  private static boolean isStringOpen(String text) {
    boolean inString = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && inString) {
        i++;
      } else if (c == '"') {
        inString = !inString;
      }
    }
    return inString;
  }

  /// A word that is no JSON, such as NaN, is noticed behind its end: the mark belongs to where it
  /// begins.
  private static int wordStart(String text, int offset) {
    int at = Math.clamp(offset, 0, text.length());
    while (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static Fault invalid(String text, int offset) {
    int at = Math.clamp(offset, 0, text.length());
    String found = at < text.length() ? Character.toString(text.codePointAt(at)) : "";
    found = found.equals("\n") ? "↵" : found;
    String before = text.substring(0, at);
    int row = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = at - (before.lastIndexOf('\n') + 1) + 1;
    return new Fault(new Problem.JsonInvalid(found.strip(), row, column), at, false);
  }
}
