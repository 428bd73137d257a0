package dev.carril.course.read;

import dev.carril.course.Belief;
import dev.carril.course.Fault;
import dev.carril.course.Fault.Code;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Names;
import dev.carril.course.Page;
import dev.carril.course.Track;
import dev.carril.simulator.words.Words;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/// Reads one folder of tracks and lessons.
final class Folder {
  private static final int FILES_MOST = 300;
  private static final String BELIEFS = "beliefs.yaml";
  private static final String DATA = "lesson.yaml";

  private final List<Fault> faults = new ArrayList<>();
  private final List<Track> tracks = new ArrayList<>();
  private final SequencedMap<String, Belief> beliefs = new LinkedHashMap<>();

  /// @param name without its number
  /// @param label its folder as messages name it
  private record Numbered(int number, String name, String label, Path path) {}

  /// @param known tracks that are there already, whose languages a track without a file of its own
  ///   speaks
  static Folder read(Path root, List<Track> known) {
    var folder = new Folder();
    Faults own = new Faults(TextFile.name(root));
    for (Path path : folder.list(root, own)) {
      String name = TextFile.name(path);
      if (name.equals(BELIEFS)) {
        folder.beliefs(path);
      } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        folder.numbered(path, "").ifPresent(it -> folder.track(it, known));
      } else {
        folder.unexpected(name, List.of(BELIEFS));
      }
    }
    folder.faults.addAll(own.list());
    folder.tracks.sort(Comparator.comparingInt(Track::number).thenComparing(Track::name));
    return folder;
  }

  List<Fault> faults() {
    return faults;
  }

  List<Track> tracks() {
    return tracks;
  }

  SequencedMap<String, Belief> beliefs() {
    return beliefs;
  }

  // ---- what is there ----

  /// What is in a folder, in the order of names, without what does not concern us.
  private List<Path> list(Path folder, Faults own) {
    var paths = new ArrayList<Path>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path path : stream) {
        String name = TextFile.name(path);
        if (name.startsWith(".") || name.equals("README.md")) {
          continue;
        }
        if (paths.size() >= FILES_MOST) {
          own.add(0, Code.TOO_MANY_FILES, Map.of("most", FILES_MOST));
          break;
        }
        paths.add(path);
      }
    } catch (IOException e) {
      own.add(0, Code.FILE_UNREADABLE, Map.of("detail", String.valueOf(e.getMessage())));
    }
    paths.sort(Comparator.comparing(TextFile::name));
    return paths;
  }

  private Optional<Numbered> numbered(Path path, String above) {
    String folder = TextFile.name(path);
    String label = above + folder;
    Optional<Names.Numbered> named = Names.numbered(folder);
    if (named.isEmpty()) {
      faults.add(new Fault(label, 0, Code.FOLDER_NAME, Map.of("name", Fields.cut(folder))));
    }
    return named.map(it -> new Numbered(it.number(), it.name(), label, path));
  }

  private void unexpected(String label, List<String> expected) {
    faults.add(new Fault(label, 0, Code.FILE_UNEXPECTED, Map.of("expected", expected)));
  }

  private static List<String> proseFiles() {
    return Words.languages().sequencedKeySet().stream().map(language -> language + ".md").toList();
  }

  private static Optional<String> language(String file) {
    return proseFiles().contains(file)
        ? Optional.of(file.substring(0, file.length() - ".md".length()))
        : Optional.empty();
  }

  // ---- tracks ----

  private void track(Numbered it, List<Track> known) {
    var found = new LinkedHashMap<String, Track.Title>();
    var lessons = new ArrayList<Numbered>();
    Faults own = new Faults(it.label());
    for (Path path : list(it.path(), own)) {
      String name = TextFile.name(path);
      Optional<String> language = language(name);
      if (language.isPresent()) {
        title(path, it.label() + '/' + name).ifPresent(title -> found.put(language.get(), title));
      } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        numbered(path, it.label() + '/').ifPresent(lessons::add);
      } else {
        unexpected(it.label() + '/' + name, proseFiles());
      }
    }
    faults.addAll(own.list());
    SequencedMap<String, Track.Title> titles = inOrder(found);
    if (titles.isEmpty()) {
      titles =
          known.stream()
              .filter(track -> track.name().equals(it.name()))
              .findFirst()
              .map(Track::titles)
              .orElse(titles);
    }
    if (titles.isEmpty()) {
      faults.add(
          new Fault(it.label(), 0, Code.FILE_MISSING, Map.of("name", proseFiles().getFirst())));
      return;
    }
    lessons.sort(Comparator.comparingInt(Numbered::number).thenComparing(Numbered::name));
    List<String> languages = List.copyOf(titles.sequencedKeySet());
    // Side by side: a home page waits for them when the server has just begun.
    List<Listing> listings =
        lessons.parallelStream().map(lesson -> lesson(it.name(), lesson, languages)).toList();
    tracks.add(new Track(it.name(), it.number(), titles, listings));
  }

  private static SequencedMap<String, Track.Title> inOrder(Map<String, Track.Title> found) {
    var titles = new LinkedHashMap<String, Track.Title>();
    for (String language : Words.languages().sequencedKeySet()) {
      Track.Title title = found.get(language);
      if (title != null) {
        titles.put(language, title);
      }
    }
    return titles;
  }

  private Optional<Track.Title> title(Path path, String label) {
    Faults own = new Faults(label);
    Optional<Track.Title> title =
        own.collect(() -> {
          List<Node> nodes = Prose.children(new Prose(own).parse(TextFile.read(path, own)));
          if (nodes.size() == 2
              && nodes.getFirst() instanceof Heading heading
              && heading.getLevel() == 1
              && nodes.getLast() instanceof Paragraph sentence) {
            return new Track.Title(Prose.text(heading), Prose.inline(sentence));
          }
          throw own.stop(1, Code.PROSE_SUMMARY, Map.of());
        });
    faults.addAll(own.list());
    return title;
  }

  // ---- lessons ----

  private static Listing lesson(String track, Numbered it, List<String> languages) {
    var all = new ArrayList<Fault>();
    Faults data = new Faults(it.label() + '/' + DATA);
    var reader = new LessonReader(data);
    LessonReader.Data read =
        reader.read(data.collect(() -> TextFile.read(it.path().resolve(DATA), data)).orElse(""));
    all.addAll(data.list());

    var pages = new LinkedHashMap<String, Page>();
    var links = new ArrayList<Lesson.Link>();
    List<String> first = List.of();
    for (String language : languages) {
      String label = it.label() + '/' + language + ".md";
      Faults own = new Faults(label);
      Optional<PageReader.Read> page =
          own.collect(() -> TextFile.read(it.path().resolve(language + ".md"), own))
              .flatMap(text -> new PageReader(read, own).read(text));
      if (page.isPresent()) {
        pages.put(language, page.get().page());
        page.get()
            .references()
            .forEach(link -> links.add(new Lesson.Link(link.to(), label, link.line())));
        List<String> skeleton = page.get().skeleton();
        if (first.isEmpty()) {
          first = skeleton;
        } else if (!first.equals(skeleton)) {
          own.add(0, Code.PROSE_DIFFERS, difference(first, skeleton, languages.getFirst()));
        }
      }
      all.addAll(own.list());
    }
    all.addAll(strays(it, languages));
    Optional<Lesson> lesson =
        all.isEmpty()
            ? Optional.of(
                new Lesson(
                    track,
                    it.name(),
                    it.number(),
                    it.label(),
                    pages,
                    read.watches(),
                    read.tries(),
                    read.quiz(),
                    read.buses(),
                    read.refutes(),
                    links))
            : Optional.empty();
    return new Listing(track, it.name(), it.number(), it.label(), it.path(), lesson, all);
  }

  private static Map<String, Object> difference(
      List<String> first, List<String> here, String language) {
    int at = 0;
    while (at < first.size() && at < here.size() && first.get(at).equals(here.get(at))) {
      at++;
    }
    return Map.of(
        "file",
        language + ".md",
        "there",
        at < first.size() ? first.get(at) : "",
        "here",
        at < here.size() ? here.get(at) : "");
  }

  private static List<Fault> strays(Numbered it, List<String> languages) {
    var folder = new Folder();
    Faults own = new Faults(it.label());
    var expected = new ArrayList<String>();
    expected.add(DATA);
    languages.forEach(language -> expected.add(language + ".md"));
    for (Path path : folder.list(it.path(), own)) {
      if (!expected.contains(TextFile.name(path))) {
        folder.unexpected(it.label() + '/' + TextFile.name(path), expected);
      }
    }
    folder.faults.addAll(own.list());
    return folder.faults;
  }

  // ---- beliefs ----

  private void beliefs(Path path) {
    Faults own = new Faults(BELIEFS);
    own.collect(() -> Yaml.read(TextFile.read(path, own), own))
        .ifPresent(root -> beliefs(root, own));
    faults.addAll(own.list());
  }

  private void beliefs(dev.carril.course.read.Node root, Faults own) {
    own.collect(() -> Fields.mapping(BELIEFS, root, own))
        .ifPresent(all ->
            all.entries()
                .forEach((name, entry) ->
                    own.collect(() -> belief(name, entry, own))
                        .ifPresent(belief -> beliefs.put(name, belief))));
  }

  private static Belief belief(
      String name, dev.carril.course.read.Node.Mapping.Entry entry, Faults own) throws Faults.Stop {
    Fields.checkName(name, entry.line(), own);
    List<String> languages = List.copyOf(Words.languages().sequencedKeySet());
    var allowed = new ArrayList<String>(languages);
    allowed.add("lesson");
    Fields fields = Fields.of(BELIEFS, entry.value(), own, allowed);
    var sentences = new LinkedHashMap<String, String>();
    for (String language : languages) {
      sentences.put(language, fields.text(language));
    }
    return new Belief(name, fields.text("lesson"), entry.line(), sentences);
  }
}
