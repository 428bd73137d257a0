package dev.carril.course;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A lesson as its track lists it: whole, or what keeps it from being so.
///
/// @param track the track's name
/// @param name the lesson's, without its number
/// @param number as its folder has it
/// @param label its folder as messages name it, `1-event-streams/03-keys`
/// @param folder where it stands
/// @param lesson there if nothing is wrong
/// @param faults empty if nothing is wrong
public record Listing(
    String track,
    String name,
    int number,
    String label,
    Path folder,
    Optional<Lesson> lesson,
    List<Fault> faults) {

  public Listing {
    faults = List.copyOf(faults);
  }

  /// As progress and links name it: `event-streams/keys`.
  public String id() {
    return track + '/' + name;
  }

  /// In this language; of one that is not whole, its name.
  public String title(String language) {
    return lesson.map(whole -> whole.page(language).title()).orElse(name);
  }
}
