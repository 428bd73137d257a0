package dev.carril.course;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// All tracks in their order, as they stood in the files at one moment.
///
/// @param beliefs what people believe, by name, in the order of the file
/// @param faults of files that belong to no lesson; those of a lesson are with the lesson
public record Course(List<Track> tracks, SequencedMap<String, Belief> beliefs, List<Fault> faults) {

  public Course {
    tracks = List.copyOf(tracks);
    faults = List.copyOf(faults);
  }

  /// The track of this name.
  public Optional<Track> track(String name) {
    return tracks.stream().filter(track -> track.name().equals(name)).findFirst();
  }

  /// The lesson of this id, `event-streams/keys`, be it whole or not.
  public Optional<Listing> lesson(String id) {
    return tracks.stream()
        .flatMap(track -> track.lessons().stream())
        .filter(listing -> listing.id().equals(id))
        .findFirst();
  }

  /// Everything that is wrong, in the order of the lessons.
  public List<Fault> allFaults() {
    var all = new ArrayList<>(faults);
    tracks.forEach(track -> track.lessons().forEach(listing -> all.addAll(listing.faults())));
    return List.copyOf(all);
  }
}
