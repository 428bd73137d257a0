package dev.carril.course;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A row of lessons. One without lessons is announced.
///
/// @param name without its number
/// @param number as its folder has it
/// @param titles by language, those that the track speaks
public record Track(
    String name, int number, SequencedMap<String, Title> titles, List<Listing> lessons) {

  public Track {
    lessons = List.copyOf(lessons);
  }

  /// @param sentence what the track is about
  public record Title(String title, Html sentence) {}

  /// The lesson of this name, be it whole or not.
  public Optional<Listing> lesson(String lesson) {
    return lessons.stream().filter(listing -> listing.name().equals(lesson)).findFirst();
  }

  /// In this language, or in the first that the track speaks.
  public Title title(String language) {
    Title title = titles.get(language);
    return title != null ? title : titles.firstEntry().getValue();
  }
}
