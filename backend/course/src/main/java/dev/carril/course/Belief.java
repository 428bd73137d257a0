package dev.carril.course;

import java.util.SequencedMap;

/// Something that people believe, and the lesson that refutes it.
///
/// @param lesson its id, `event-streams/keys`
/// @param line where it stands in its file
/// @param sentences by language
public record Belief(
    String name, String lesson, int line, SequencedMap<String, String> sentences) {}
