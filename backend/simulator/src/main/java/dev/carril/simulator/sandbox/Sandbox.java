package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.EventWord;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.language.Completer;
import dev.carril.simulator.language.Grammar;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.language.Span;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.sql.SqlResult;
import dev.carril.simulator.tools.FromReal;
import dev.carril.simulator.tools.ToReal;
import dev.carril.simulator.world.Comparison;
import dev.carril.simulator.world.Journal;
import dev.carril.simulator.world.Outcome;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A world to play with, and the command log that it can be made of again.
///
/// One owner at a time. What [#run] adds to the log is in its answer; whoever keeps logs stores it
/// before telling the reply to anybody.
public final class Sandbox implements AutoCloseable {
  /// The longest command log. More is no longer something that a person plays with.
  public static final int ENTRIES_MOST = 100_000;

  private final Path path = new Path();
  private final Replayer replayer;
  private final Moments moments;
  private World world;

  private final Unseen unseen = new Unseen();
  private long lineBytes;

  private Sandbox(long seed) {
    replayer = new Replayer(seed, path);
    moments = new Moments(path, replayer);
    world = replayer.fresh();
  }

  /// A sandbox in which nothing has happened.
  public static Sandbox empty(long seed) {
    return new Sandbox(seed);
  }

  /// The sandbox that a log makes.
  ///
  /// @throws IllegalStateException if the log does not fit: an entry is missing, damaged, or of
  ///   another version
  public static Sandbox replay(long seed, List<Entry> log) {
    var sandbox = new Sandbox(seed);
    log.forEach(sandbox::add);
    sandbox.enter(sandbox.replayer.after(sandbox.path.head()));
    sandbox.takeChanges();
    return sandbox;
  }

  private void add(Entry entry) {
    path.add(entry);
    lineBytes += entry instanceof Entry.Ran ran ? 2L * ran.line().length() + 100 : 100;
  }

  /// Runs one line. A line whose id is in the log already does not run again; its answer is given
  /// again.
  ///
  /// @param id from the client, not empty
  public Answer run(String id, String line) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an entry needs an id");
    }
    Entry earlier = path.find(id);
    if (earlier != null) {
      return again(earlier);
    }
    return switch (FromReal.read(line).orElse(null)) {
      case null -> read(id, line);
      case FromReal.Understood(var translated) ->
          translated(read(id, translated), line, translated);
      case FromReal.Wrong(var problem, var start, var end) ->
          new Answer.Refused(problem, start, end);
    };
  }

  private Answer read(String id, String line) {
    return switch (Parser.parse(line)) {
      case Parser.Wrong wrong -> wrong(wrong);
      case Parser.Understood understood -> run(id, line, understood);
    };
  }

  // Of two faults the first: who names an instance that is not there is told so, whatever is wrong
  // behind the name.
  private Answer wrong(Parser.Wrong wrong) {
    Parser.Named named = wrong.named();
    Problem unknown = named == null ? null : world.unknownInstance(named.name());
    return named == null || unknown == null
        ? new Answer.Refused(wrong.problem(), wrong.span().start(), wrong.span().end())
        : new Answer.Refused(unknown, named.span().start(), named.span().end());
  }

  /// The answer to a command of Kafka's own tools: it says as what it was read, and a mark goes
  /// under all of it.
  private static Answer translated(Answer answer, String line, String as) {
    return switch (answer) {
      case Answer.Refused(var problem, var _, var _) ->
          new Answer.Refused(problem, 0, line.length());
      case Answer.Done(var reply, var notices, var entry, var repeated) -> {
        var all = new ArrayList<Notice>();
        all.add(new Notice.Translated(as));
        all.addAll(notices);
        yield new Answer.Done(reply, List.copyOf(all), entry, repeated);
      }
    };
  }

  /// How a line would be typed at a real cluster; empty if it is no command.
  public Optional<ToReal.Told> atRealCluster(String line) {
    return Parser.parse(line) instanceof Parser.Understood understood
        ? Optional.of(ToReal.tell(understood.command()))
        : Optional.empty();
  }

  private Answer run(String id, String line, Parser.Understood understood) {
    Command command = understood.command();
    if (path.entries().size() >= ENTRIES_MOST && Asking.mayChange(command)) {
      return refused(new Problem.LogFull(ENTRIES_MOST), understood);
    }
    return switch (command) {
      case Command.Undo() -> undo(id, understood);
      case Command.Redo() -> redo(id, understood);
      case Command.StartOver() -> startOver(id, line);
      case Command.Help(var about) ->
          told(about == null ? Grammar.commands() : Grammar.usage(about), understood);
      case Command.History() ->
          told(
              new Reply.History(path.commands().stream().map(Entry.Ran::line).toList()),
              understood);
      case Command.Clear() -> told(new Reply.Cleared(), understood);
      case Command.Play(var speed) -> told(new Reply.Playing(speed), understood);
      case Command.Pause() -> told(new Reply.Paused(), understood);
      case Command.Compare it -> compare(it, understood);
      case Command.Goto(var millis) when World.BEGINNING + millis < world.nowMillis() ->
          goBack(id, line, World.BEGINNING + millis);
      case Command.CreateTopic _,
          Command.Topics _,
          Command.Produce _,
          Command.Read _,
          Command.Consume _,
          Command.Offsets _,
          Command.Describe _,
          Command.Groups _,
          Command.Reset _,
          Command.Leave _,
          Command.Wait _,
          Command.Compact _,
          Command.Sql _,
          Command.Operation _,
          Command.Report _ ->
          inWorld(id, line, understood);
    };
  }

  private Answer compare(Command.Compare asked, Parser.Understood understood) {
    var history = new ArrayList<Comparison.Done>();
    for (Entry.Ran ran : path.commands()) {
      switch (Parser.parse(ran.line())) {
        case Parser.Understood(Command.StartOver _, _, _) -> history.clear();
        case Parser.Understood(var command, _, _) ->
            history.add(new Comparison.Done(ran.momentMillis(), command));
        case Parser.Wrong _ -> throw new IllegalStateException("no command: " + ran.line());
      }
    }
    return switch (Comparison.of(world, history, asked)) {
      case Outcome.Refused(var problem) -> refused(problem, understood);
      case Outcome.Done(var reply, var notices, _) ->
          new Answer.Done(reply, withPlain(notices, understood), Optional.empty(), false);
    };
  }

  /// Whether a line changes nothing and moves no clock, whatever the sandbox holds: it asks about
  /// what is now, or cannot be read.
  public static boolean onlyAsks(String line) {
    return Asking.only(line);
  }

  private Answer inWorld(String id, String line, Parser.Understood understood) {
    long moment = world.nowMillis();
    return switch (world.run(understood.command())) {
      case Outcome.Refused(var problem) -> {
        world.journal().take();
        yield refused(problem, understood);
      }
      case Outcome.Done(var reply, var notices, var changed) -> {
        List<Notice> all = withPlain(notices, understood);
        if (!changed) {
          world.journal().take();
          yield new Answer.Done(reply, all, Optional.empty(), false);
        }
        var entry = new Entry.Ran(id, path.head(), moment, line);
        add(entry);
        note(entry);
        yield new Answer.Done(reply, all, Optional.of(entry), false);
      }
    };
  }

  private void note(Entry.Ran entry) {
    Journal.Page page = world.journal().take();
    replayer.ran(entry, world, page.touched());
    unseen.see(page);
  }

  /// Lets time go on that a `run` let go by, as if it had been told at once to let go by so much.
  /// The entry's line becomes the longer one, so that to play is one entry and one undo.
  ///
  /// @param entry of a `run` that is the newest of the log; where it has gone on so far already,
  ///   its answer is given again
  /// @param millis in all
  public Answer lengthen(String entry, long millis) {
    if (!(path.find(entry) instanceof Entry.Ran ran)
        || !(Parser.parse(ran.line()) instanceof Parser.Understood before)
        || !(before.command() instanceof Command.Run(var millisBefore))) {
      return new Answer.Refused(new Problem.NotTheLast(), 0, 0);
    }
    if (millis <= millisBefore) {
      return again(ran);
    }
    String line = "run " + millis + "ms";
    if (Parser.parse(line) instanceof Parser.Wrong(var problem, var span, _)) {
      return new Answer.Refused(problem, span.start(), span.end());
    }
    long steps =
        path.entries().getLast().equals(ran) && ran.equals(path.last())
            ? world.lengthen(millis)
            : -1;
    if (steps < 0) {
      return new Answer.Refused(new Problem.NotTheLast(), 0, 0);
    }
    var longer = new Entry.Ran(ran.id(), ran.parent(), ran.momentMillis(), line);
    path.lengthen(longer);
    lineBytes += 2L * (line.length() - ran.line().length());
    Journal.Page page = world.journal().take();
    replayer.lengthened(longer, world, page.touched());
    unseen.see(page);
    return new Answer.Done(
        new Reply.Went(world.nowMillis(), steps), world.notices(), Optional.of(longer), false);
  }

  private static List<Notice> withPlain(List<Notice> notices, Parser.Understood understood) {
    if (!understood.madePlain()) {
      return notices;
    }
    var all = new ArrayList<>(notices);
    all.add(new Notice.MadePlain());
    return List.copyOf(all);
  }

  private static Answer told(Reply reply, Parser.Understood understood) {
    return new Answer.Done(reply, withPlain(List.of(), understood), Optional.empty(), false);
  }

  private static Answer refused(Problem problem, Parser.Understood understood) {
    Span span = understood.span(problem.about());
    int at =
        switch (problem) {
          case Problem.SqlFailed(var _, var offset) -> offset;
          case Problem.SqlFailedAtRecord(var _, var _, var offset) -> offset;
          case Problem.SqlRefused(var _, var _, var _, var offset) -> offset;
          default -> -1;
        };
    int start = at < 0 ? span.start() : Math.min(span.start() + at, span.end());
    return new Answer.Refused(problem, start, span.end());
  }

  // ---- going back and forth ----

  private Answer undo(String id, Parser.Understood understood) {
    Entry.Ran last = path.last();
    if (last == null) {
      return refused(new Problem.NothingToUndo(), understood);
    }
    var entry = new Entry.Moved(id, last.id(), last.parent(), Entry.Why.UNDO);
    add(entry);
    step(last.parent(), last.id());
    unseen.happened(new Happening.Undone());
    return new Answer.Done(new Reply.Undone(last.line()), List.of(), Optional.of(entry), false);
  }

  private Answer redo(String id, Parser.Understood understood) {
    Entry.Ran next = path.next();
    if (next == null) {
      return refused(new Problem.NothingToRedo(), understood);
    }
    var entry = new Entry.Moved(id, path.head(), next.id(), Entry.Why.REDO);
    add(entry);
    step(next.id(), next.id());
    unseen.happened(new Happening.Redone());
    return new Answer.Done(new Reply.Redone(next.line()), List.of(), Optional.of(entry), false);
  }

  private Answer startOver(String id, String line) {
    if (path.last() == null) {
      return new Answer.Done(new Reply.StartedOver(), List.of(), Optional.empty(), false);
    }
    var entry = new Entry.Ran(id, path.head(), world.nowMillis(), line);
    add(entry);
    Set<String> before = Facts.keys(world);
    enter(replayer.fresh());
    replayer.ran(entry, world, before);
    unseen.touch(before);
    unseen.happened(new Happening.Emptied());
    return new Answer.Done(new Reply.StartedOver(), List.of(), Optional.of(entry), false);
  }

  /// Goes to the world after an entry. It differs from this one in what `by` touched.
  private void step(String entry, String by) {
    Set<String> keys = replayer.footprints().touchedBy(by);
    if (keys == null) {
      unseen.touch(Facts.keys(world));
    }
    enter(replayer.after(entry));
    unseen.touch(keys == null ? Facts.keys(world) : keys);
  }

  /// Puts the head on another entry, or on the beginning. What is run then makes a branch; what was
  /// left stays in the log and can be gone to again.
  ///
  /// @param id from the client, as with [#run]
  /// @param entry of a command, or empty for the beginning
  public Answer goTo(String id, String entry) {
    Entry earlier = path.find(id);
    if (earlier != null) {
      return again(earlier);
    }
    if (!path.holds(entry)) {
      return new Answer.Refused(new Problem.NoSuchMoment(), 0, 0);
    }
    if (path.entries().size() >= ENTRIES_MOST) {
      return new Answer.Refused(new Problem.LogFull(ENTRIES_MOST), 0, 0);
    }
    if (entry.equals(path.head())) {
      return new Answer.Done(wentTo(entry, world.nowMillis()), List.of(), Optional.empty(), false);
    }
    var moved = new Entry.Moved(id, path.head(), entry, Entry.Why.GOTO);
    add(moved);
    unseen.touch(Facts.keys(world));
    enter(replayer.after(entry));
    unseen.touch(Facts.keys(world));
    unseen.happened(new Happening.Undone());
    return new Answer.Done(wentTo(entry, world.nowMillis()), List.of(), Optional.of(moved), false);
  }

  /// The same for a moment within a command that does nothing but let time go by: the line goes on
  /// as a branch from before it, with a command that lets so many events happen.
  ///
  /// @param event how many events of the command shall have happened
  public Answer goTo(String id, String entry, long event) {
    Moment moment = momentIn(entry, event).orElse(null);
    if (moment == null || moment.isEnd()) {
      return goTo(id, entry);
    }
    Entry earlier = path.find(id);
    if (earlier != null) {
      return again(earlier);
    }
    if (!(path.find(entry) instanceof Entry.Ran ran) || !moment.mayGoOn()) {
      return new Answer.Refused(new Problem.WithinCommand(), 0, 0);
    }
    if (path.entries().size() >= ENTRIES_MOST) {
      return new Answer.Refused(new Problem.LogFull(ENTRIES_MOST), 0, 0);
    }
    return leave(id, "step " + event, ran.parent());
  }

  private Reply wentTo(String entry, long nowMillis) {
    List<Entry.Ran> commands = path.pathTo(entry);
    return new Reply.WentTo(Moments.lastLine(commands), commands.size(), nowMillis);
  }

  /// Goes back to a moment of virtual time. Where one command of the line ends at it, the head goes
  /// there; where it lies within a command, the line goes on as a branch from before that command.
  private Answer goBack(String id, String line, long toMillis) {
    List<Entry.Ran> commands = path.commands();
    int at = commands.size() - 1;
    while (commands.get(at).momentMillis() > toMillis) {
      at--;
    }
    String before = at == 0 ? Path.BEGINNING : commands.get(at - 1).id();
    if (commands.get(at).momentMillis() == toMillis) {
      return goTo(id, before);
    }
    return leave(id, line, before);
  }

  /// Lets a command go on from an entry that is not the head; what was left is a branch.
  private Answer leave(String id, String line, String from) {
    if (!(Parser.parse(line) instanceof Parser.Understood understood)) {
      throw new IllegalStateException("no command: " + line);
    }
    unseen.touch(Facts.keys(world));
    enter(replayer.after(from));
    unseen.happened(new Happening.Undone());
    long moment = world.nowMillis();
    if (!(world.run(understood.command()) instanceof Outcome.Done(var reply, var notices, _))) {
      throw new IllegalStateException("there is no way to " + line);
    }
    var entry = new Entry.Ran(id, from, moment, line);
    add(entry);
    note(entry);
    unseen.touch(Facts.keys(world));
    return new Answer.Done(reply, withPlain(notices, understood), Optional.of(entry), false);
  }

  // ---- other moments ----

  /// The end of so many commands of this line, which goes on through the head to what redo would
  /// bring back; empty if the line is not that long.
  public Optional<Moment> momentAt(int at) {
    return moments.at(at);
  }

  /// The moment of this line that has so many before it, the first of them being the beginning;
  /// empty if there are not that many.
  public Optional<Moment> momentOfLine(long moment) {
    return moments.ofLine(moment);
  }

  /// The moment in a command, on whatever branch, after so many events of instances; its end, if it
  /// has no more. Empty if there is no such command.
  public Optional<Moment> momentIn(String entry, long event) {
    return moments.in(entry, event);
  }

  /// The sandbox as it was at a moment of its history, on this line or on another branch.
  public Past past(Moment moment) {
    return moments.past(moment);
  }

  /// The same moment, told to somebody who knows how it is after another command.
  ///
  /// @param since the command whose state is known; where there is no such command, there is no
  ///   answer
  public Optional<PastSince> pastSince(String since, Moment moment) {
    return moments.since(since, moment, world);
  }

  /// The moments of a command, one after the other. Where there are more than `most`, some are left
  /// out, evenly; never the last.
  public List<Frame> frames(String entry, int most) {
    return moments.frames(entry, most);
  }

  /// What people look for in the history of this line, in order, the newest five hundred.
  public List<Marked> marks() {
    return moments.marks();
  }

  /// The branches that were left, the newest first, a hundred at most.
  public List<Branch> branches() {
    return moments.branches();
  }

  /// The moment from which instances of now count their time.
  public long openedMillis() {
    return world.openedMillis();
  }

  /// The commands of the present line, from the beginning through the head to what redo would bring
  /// back.
  public List<Entry.Ran> line() {
    return path.line();
  }

  private void enter(World next) {
    world.database().close();
    world = next;
    world.journal().take();
    unseen.entered();
  }

  private Answer again(Entry earlier) {
    Reply reply;
    List<Notice> notices = List.of();
    switch (earlier) {
      case Entry.Moved(var _, var _, var to, var why) when why == Entry.Why.GOTO ->
          reply = wentTo(to, moments.lookAt(to, World::nowMillis));
      case Entry.Moved moved -> {
        String of = moved.why() == Entry.Why.UNDO ? moved.from() : moved.to();
        String line = path.find(of) instanceof Entry.Ran ran ? ran.line() : "";
        reply = moved.why() == Entry.Why.UNDO ? new Reply.Undone(line) : new Reply.Redone(line);
      }
      case Entry.Ran ran -> {
        if (!(Parser.parse(ran.line()) instanceof Parser.Understood understood)) {
          throw new IllegalStateException("entry " + ran.id() + " is no command: " + ran.line());
        }
        if (understood.command() instanceof Command.StartOver) {
          reply = new Reply.StartedOver();
        } else {
          Outcome outcome = moments.lookAt(ran.parent(), then -> then.run(understood.command()));
          if (!(outcome instanceof Outcome.Done done)) {
            throw new IllegalStateException("entry " + ran.id() + " is refused now");
          }
          reply = done.reply();
          notices = withPlain(done.notices(), understood);
        }
      }
    }
    return new Answer.Done(reply, notices, Optional.empty(), true);
  }

  // ---- looking ----

  /// The whole command log, oldest first. A view.
  public List<Entry> log() {
    return Collections.unmodifiableList(path.entries());
  }

  /// Every fact of now, by key, in the order in which a picture is built up.
  public SequencedMap<String, Fact> facts() {
    return moments.facts(world);
  }

  /// The same without the records, which are nearly all of them, and without what is seen of
  /// instances.
  public SequencedMap<String, Fact> factsOfTheLog() {
    return moments.facts(world, Facts.keysOfTheLog(world));
  }

  /// What is different since this was last asked for.
  public Changes takeChanges() {
    return unseen.take(world, moments);
  }

  /// What may stand at the cursor of a half-typed line.
  public Completer.Completions complete(String line, int cursor) {
    return Completer.complete(world, line, cursor);
  }

  /// Where a typed `reset` would put positions; empty for anything else, and for one that is not
  /// whole.
  public List<Ghost> preview(String line) {
    return Parser.parse(line) instanceof Parser.Understood understood
            && understood.command() instanceof Command.Reset reset
        ? world.wouldMove(reset).stream()
            .map(m -> new Ghost(reset.group(), m.topic(), m.partition(), m.to()))
            .toList()
        : List.of();
  }

  /// A whole record, if it is there.
  public Optional<LogRecord> record(String topic, int partition, long offset) {
    return record(world, topic, partition, offset);
  }

  /// A whole record as it was after any command of the log, if it was there.
  public Optional<LogRecord> record(String entry, String topic, int partition, long offset) {
    if (!path.holds(entry)) {
      return Optional.empty();
    }
    return moments.lookAt(entry, then -> record(then, topic, partition, offset));
  }

  private static Optional<LogRecord> record(World world, String topic, int partition, long offset) {
    Topic found = world.findTopic(topic);
    return found == null || partition < 0 || partition >= found.partitionCount()
        ? Optional.empty()
        : Optional.ofNullable(found.partition(partition).at(offset));
  }

  /// The last things that instances told, in order.
  ///
  /// @param moment as it was then, or null for now
  /// @param before only those with a smaller number
  /// @param session only those of this session, or null for all
  public Telling told(@Nullable Moment moment, long before, int most, @Nullable String session) {
    return moment == null
        ? told(world, before, most, session)
        : moments.lookAt(moment, then -> told(then, before, most, session));
  }

  private static Telling told(World world, long before, int most, @Nullable String session) {
    return new Telling(world.openedMillis(), world.told(before, most, session));
  }

  /// @param openedMillis the moment from which times in it count
  public record Telling(long openedMillis, List<Seen.Told> told) {}

  /// What instances told, in order, as far back as there is room.
  ///
  /// @param words only what is called so
  /// @param from only from this number on, see [#toldCount]
  public List<Seen.Told> told(Set<EventWord> words, long from) {
    return world.told(words, from);
  }

  /// How many things instances have told on the way to where it stands.
  public long toldCount() {
    return world.toldCount();
  }

  /// How many of them are forgotten, the first ones; [#told] tells the others.
  public long toldForgotten() {
    return world.toldForgotten();
  }

  /// How many they had told after an entry of the log, which must be there.
  public long toldCount(String entry) {
    return entry.equals(path.head()) ? toldCount() : moments.lookAt(entry, World::toldCount);
  }

  /// What a command that asks about instances would tell; empty where it would be an error. Nothing
  /// is changed or logged.
  public Optional<Reply> ask(Command.Report command) {
    return world.ask(command);
  }

  /// The dead letters of a group that were redriven, in order.
  public List<Report.DeadLetters.Row> redriven(String group) {
    return world.redriven(group);
  }

  /// Is a session halted in a group?
  public boolean isHalted(String group, String session) {
    return world.isHalted(group, session);
  }

  /// A topic's records, partition by partition; empty where there is no such topic.
  public List<LogRecord> records(String topic) {
    Topic found = world.findTopic(topic);
    return found == null
        ? List.of()
        : found.partitions().stream().flatMap(row -> row.records().stream()).toList();
  }

  /// What a query answers now. Nothing is changed or logged.
  ///
  /// @return empty if it fails, or is no query
  public Optional<SqlResult.Rows> query(String sql) {
    return world.query(sql);
  }

  /// The commands that led here, from the beginning to the head.
  public List<Entry.Ran> path() {
    return List.copyOf(path.commands());
  }

  /// About how many bytes of memory this sandbox holds.
  public long weight() {
    return 20_000
        + 2 * world.heldBytes()
        + 150 * world.heldRecords()
        + world.toldBytes()
        + lineBytes
        + world.annalsBytes()
        + replayer.weight();
  }

  /// Lets go of the database. The sandbox is not to be used any more.
  @Override
  public void close() {
    replayer.close();
    world.database().close();
  }
}
