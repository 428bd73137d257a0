package dev.carril.course;

import java.util.Locale;
import java.util.Map;

/// Something wrong in a file: where, and what would be right.
///
/// @param file as people find it, from the exercises' folder on
/// @param line from 1; 0 where the file as a whole is meant
/// @param params for the sentence of its code
public record Fault(String file, int line, Code code, Map<String, Object> params) {

  public Fault {
    params = Map.copyOf(params);
  }

  /// Each has a sentence in the catalogue.
  public enum Code {
    // Files and folders.
    FILE_MISSING,
    FILE_UNEXPECTED,
    FILE_TOO_LARGE,
    FILE_UNREADABLE,
    FILE_NOT_UTF8,
    FOLDER_NAME,
    FOLDER_TWICE,
    TOO_MANY_FILES,
    // YAML.
    YAML_BROKEN,
    YAML_ALIAS,
    YAML_TAG,
    YAML_TOO_DEEP,
    YAML_TOO_LONG,
    YAML_KEY,
    YAML_KEY_TWICE,
    YAML_SEVERAL,
    // Fields.
    UNKNOWN_KEY,
    MISSING_KEY,
    ONE_OF,
    ONE_KIND,
    WRONG_KIND,
    WRONG_CHOICE,
    WRONG_NUMBER,
    BAD_NAME,
    TOO_MANY,
    EMPTY_LIST,
    TEXT_TOO_LONG,
    NEEDS,
    EXCLUDES,
    ONLY_IN_WHEN,
    NAME_TWICE,
    NAME_UNKNOWN,
    BAD_PLACE,
    BAD_RETENTION,
    BAD_DURATION,
    NOT_A_QUERY,
    NOT_JSON,
    UNKNOWN_COMMAND,
    UNKNOWN_CODE,
    // Prose.
    PROSE_BROKEN,
    PROSE_NO_TITLE,
    PROSE_SUMMARY,
    PROSE_HEADING,
    PROSE_ORDER,
    PROSE_TWICE,
    PROSE_NO_NAME,
    PROSE_NAME_UNKNOWN,
    PROSE_ITEM,
    PROSE_ITEM_MISSING,
    PROSE_ITEM_UNKNOWN,
    PROSE_ITEM_EMPTY,
    PROSE_CAPTION,
    PROSE_CHOICE,
    PROSE_EMPTY,
    PROSE_PICTURE,
    PROSE_LINK,
    PROSE_COMMAND,
    PROSE_UNUSED,
    PROSE_DIFFERS,
    // What playing shows.
    PLAY_REFUSED,
    PLAY_NOT_REFUSED,
    PLAY_REFUSED_OTHERWISE,
    PLAY_CLAIM,
    PLAY_FORGOTTEN,
    PLAY_PREDICT,
    PLAY_START_SOLVES,
    PLAY_START_MISTAKE,
    PLAY_SOLUTION,
    PLAY_SOLUTION_MISTAKE,
    PLAY_OTHER,
    PLAY_EXAMPLE_SOLVES,
    PLAY_EXAMPLE,
    PLAY_EXAMPLE_OTHER,
    PLAY_POINT,
    PLAY_POINT_MISTAKE,
    PLAY_BUS,
    PLAY_BESIDE,
    PLAY_FAILED,
    // Beliefs and links.
    BELIEF_LESSON,
    BELIEF_NOT_REFUTED,
    BELIEF_UNKNOWN,
    BELIEF_STEP,
    LINK_UNKNOWN;

    /// As the catalogue has it: `fault.unknown-key`.
    public String key() {
      return "fault." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
