package dev.carril.course.read;

import dev.carril.course.Belief;
import dev.carril.course.Course;
import dev.carril.course.Fault;
import dev.carril.course.Fault.Code;
import dev.carril.course.Listing;
import dev.carril.course.Track;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The lessons in some folders, read again when a file has changed. Safe for use by many threads.
public final class Lessons {
  private static final int DEPTH_MOST = 4;
  private static final int FILES_MOST = 20_000;

  /// A folder in which the lessons that come with Carril can be edited while it runs.
  private static final String ELSEWHERE = "carril.exercises";

  private final List<Path> folders;
  private final List<Path> edited;
  private volatile @Nullable Course course;
  private long stamp;

  private Lessons(List<Path> folders, List<Path> edited) {
    this.folders = List.copyOf(folders);
    this.edited = List.copyOf(edited);
  }

  /// The lessons of these folders; what a later one has comes after what an earlier one has.
  public static Lessons in(List<Path> folders) {
    return new Lessons(folders, folders);
  }

  /// The lessons that come with Carril, and those of a teacher's own folder.
  public static Lessons withOwn(Optional<Path> own) {
    var folders = new ArrayList<Path>();
    folders.add(builtIn());
    own.ifPresent(folders::add);
    // What is packed with the classes was played when it was built.
    boolean all = System.getProperty(ELSEWHERE) != null;
    return new Lessons(folders, all ? folders : own.stream().toList());
  }

  /// Where the lessons that come with Carril are: beside the sources, or packed with the classes.
  public static Path builtIn() {
    String elsewhere = System.getProperty(ELSEWHERE);
    if (elsewhere != null && Files.isDirectory(Path.of(elsewhere))) {
      return Path.of(elsewhere);
    }
    URL beliefs = Lessons.class.getResource("/exercises/beliefs.yaml");
    if (beliefs == null) {
      throw new IllegalStateException("the lessons are not packed with the classes");
    }
    try {
      Path file = beliefs.getProtocol().equals("jar") ? inJar(beliefs) : Path.of(beliefs.toURI());
      Path folder = file.getParent();
      if (folder == null) {
        throw new IllegalStateException("no folder around " + file);
      }
      return folder;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path inJar(URL url) throws IOException, URISyntaxException {
    String[] parts = url.toString().split("!", 2);
    URI jar = new URI(parts[0]);
    synchronized (Lessons.class) {
      try {
        return FileSystems.newFileSystem(jar, Map.of()).getPath(parts[1]);
      } catch (FileSystemAlreadyExistsException e) {
        return FileSystems.getFileSystem(jar).getPath(parts[1]); // Opened by an earlier call.
      }
    }
  }

  /// Whether somebody may be at work on a lesson, so that nobody has played it yet.
  public boolean isEdited(Listing listing) {
    return edited.stream()
        .anyMatch(folder ->
            listing.folder().getFileSystem().equals(folder.getFileSystem())
                && listing.folder().startsWith(folder));
  }

  /// The course as it was when somebody last asked how its files are; it looks at no file but the
  /// first time. For what happens at every command.
  public Course latest() {
    Course known = course;
    return known == null ? course() : known;
  }

  /// The course as the files are now.
  public synchronized Course course() {
    long now = stampNow();
    Course known = course;
    if (known == null || now != stamp) {
      known = read();
      course = known;
      stamp = now;
    }
    return known;
  }

  private Course read() {
    var tracks = new ArrayList<Track>();
    var beliefs = new LinkedHashMap<String, Belief>();
    var faults = new ArrayList<Fault>();
    for (Path root : folders) {
      Folder folder = Folder.read(root, tracks);
      faults.addAll(folder.faults());
      beliefs.putAll(folder.beliefs());
      folder.tracks().forEach(track -> add(track, tracks, faults));
    }
    return new Course(tracks, beliefs, faults);
  }

  private static void add(Track track, List<Track> tracks, List<Fault> faults) {
    for (int i = 0; i < tracks.size(); i++) {
      if (tracks.get(i).name().equals(track.name())) {
        tracks.set(i, merged(tracks.get(i), track, faults));
        return;
      }
    }
    tracks.add(withoutTwins(track, faults));
  }

  private static Track merged(Track first, Track more, List<Fault> faults) {
    var lessons = new ArrayList<>(first.lessons());
    lessons.addAll(more.lessons());
    return withoutTwins(new Track(first.name(), first.number(), first.titles(), lessons), faults);
  }

  /// Of two lessons with the same name the second is a fault: links and progress could mean either.
  private static Track withoutTwins(Track track, List<Fault> faults) {
    var lessons = new LinkedHashMap<String, Listing>();
    for (Listing listing : track.lessons()) {
      if (lessons.putIfAbsent(listing.name(), listing) != null) {
        faults.add(
            new Fault(listing.label(), 0, Code.FOLDER_TWICE, Map.of("name", listing.name())));
      }
    }
    return new Track(track.name(), track.number(), track.titles(), List.copyOf(lessons.values()));
  }

  // ---- has anything changed? ----

  private long stampNow() {
    long sum = 1;
    for (Path folder : folders) {
      // What is packed does not change while it runs.
      if (folder.getFileSystem().equals(FileSystems.getDefault())) {
        sum = 31 * sum + stamp(folder);
      }
    }
    return sum;
  }

  private static long stamp(Path folder) {
    var stamps = new ArrayList<Long>();
    try {
      Files.walkFileTree(
          folder,
          EnumSet.noneOf(FileVisitOption.class),
          DEPTH_MOST,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              stamps.add(
                  file.hashCode() * 31L * 31
                      + attributes.lastModifiedTime().toMillis() * 31
                      + attributes.size());
              return stamps.size() < FILES_MOST
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE; // Reading it will say what is wrong.
            }
          });
    } catch (IOException e) {
      return 0; // Reading will say what is wrong.
    }
    stamps.sort(Comparator.naturalOrder());
    return stamps.hashCode() * 31L + stamps.size();
  }
}
