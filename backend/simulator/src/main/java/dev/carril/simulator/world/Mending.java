package dev.carril.simulator.world;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.simulator.Command;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.DeadLetters;
import dev.carril.simulator.instance.InstanceView;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an operator does about dead letters: appends them again, and lets their sessions go on.
record Mending(World world) {
  private static final String OF = dev.carril.engine.source.Header.REDRIVE_OF;
  private static final String AFTER = dev.carril.engine.source.Header.REDRIVE_AFTER;

  // ---- redrive ----

  Outcome redrive(Command.Redrive it) {
    var members = new Members(world, it.group());
    Problem wrong = members.whatIsWrong();
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    Which.At at = it.at();
    var found = new ArrayList<Found>();
    for (Cohort cohort : members.cohorts()) {
      for (DeadLetters.Kept letter : cohort.deadLetters().all()) {
        if (at == null || letter.isAt(at.partition(), at.offset())) {
          found.add(new Found(cohort, letter));
        }
      }
    }
    if (found.isEmpty()) {
      var nothing = new Reply.Redrove(it.group(), List.of(), List.of());
      return at == null
          ? new Outcome.Done(nothing, List.of(new Notice.NothingToRedrive(it.group())), false)
          : new Outcome.Refused(new Problem.NoDeadLetter(it.group(), at.typed()));
    }
    Problem unfit = unfit(found);
    return unfit == null ? Outcome.did(redrive(it.group(), found)) : new Outcome.Refused(unfit);
  }

  /// A dead letter, and whose it is.
  private record Found(Cohort cohort, DeadLetters.Kept letter) {}

  private @Nullable Problem unfit(List<Found> found) {
    Limits limits = world.limits();
    if (found.size() > limits.records() - world.heldRecords()) {
      return new Problem.TooManyRecords(limits.records());
    }
    long bytes = world.heldBytes();
    for (Found one : found) {
      LogRecord record = one.letter.record();
      bytes += LogRecord.bytes(record.key(), record.value(), headers(one));
    }
    if (bytes > limits.heldBytes()) {
      return new Problem.SandboxFull(bytes, limits.heldBytes());
    }
    Found first = found.getFirst();
    return found.size() == 1 && first.cohort.haltOf(first.letter.session()) != null
        ? outOfTurn(first)
        : null;
  }

  // Of a halted session the earlier ones come first, or their order would be lost.
  private @Nullable Problem outOfTurn(Found one) {
    for (DeadLetters.Kept other : one.cohort.deadLetters().all()) {
      if (other.session().equals(one.letter.session())) {
        return other.equals(one.letter)
            ? null
            : new Problem.RedriveOutOfTurn(place(one.letter), place(other));
      }
    }
    return null;
  }

  private static String place(DeadLetters.Kept letter) {
    return new Which.At(letter.record().partition(), letter.record().offset()).typed();
  }

  private Reply redrive(String group, List<Found> found) {
    var rows = new ArrayList<Reply.Redrove.Row>();
    Set<Topic> topics = new LinkedHashSet<>();
    Set<Session> sessions = new LinkedHashSet<>();
    for (Found one : found) {
      DeadLetters.Kept letter = one.letter;
      LogRecord dead = letter.record();
      Topic topic = world.topic(letter.topic());
      LogRecord again =
          topic.append(dead.partition(), dead.key(), dead.value(), headers(one), world.nowMillis());
      world.appended(topic, again);
      one.cohort.redriven(letter, again);
      topics.add(topic);
      sessions.add(letter.session());
      rows.add(
          new Reply.Redrove.Row(letter.topic(), again.partition(), again.offset(), dead.offset()));
    }
    topics.forEach(world::wake);
    return new Reply.Redrove(group, rows, letGoWhoIsDone(group, sessions));
  }

  private static List<Header> headers(Found one) {
    DeadLetters.Kept letter = one.letter;
    LogRecord dead = letter.record();
    var headers = new ArrayList<Header>(dead.headers());
    headers.removeIf(header -> header.key().equals(OF) || header.key().equals(AFTER));
    headers.add(new Header(OF, inHeader(letter.topic(), dead.partition(), dead.offset())));
    // It was left by an earlier halt, and goes before those of the one that there is.
    Halt halt = one.cohort.haltOf(letter.session());
    if (halt != null
        && halt.partition().number() == dead.partition()
        && halt.offset() > dead.offset()) {
      headers.add(new Header(AFTER, inHeader(letter.topic(), dead.partition(), halt.offset())));
    }
    return List.copyOf(headers);
  }

  private static String inHeader(String topic, int partition, long offset) {
    return topic + "/" + partition + "/" + offset;
  }

  // While some of a session's are left, what follows must not pass them.
  private List<String> letGoWhoIsDone(String group, Set<Session> sessions) {
    var members = new Members(world, group);
    Set<Session> done = halted(members);
    done.retainAll(sessions);
    members.cohorts().stream()
        .flatMap(cohort -> cohort.deadLetters().all().stream())
        .forEach(letter -> done.remove(letter.session()));
    var released = new ArrayList<String>();
    for (Session session : sessions) {
      if (done.contains(session)) {
        letGo(members, session);
        released.add(session.toString());
      }
    }
    return released;
  }

  // ---- release ----

  Outcome release(Command.Release it) {
    var members = new Members(world, it.group());
    Problem wrong = members.whatIsWrong();
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    Set<Session> halted = halted(members);
    List<Session> meant =
        halted.stream().filter(session -> session.toString().equals(it.session())).toList();
    if (meant.isEmpty()) {
      List<String> there = halted.stream().map(Session::toString).toList();
      return new Outcome.Refused(
          new Problem.NotHalted(it.session(), Nearest.to(it.session(), there), there));
    }
    meant.forEach(session -> letGo(members, session));
    return Outcome.did(new Reply.Released(it.group(), it.session()));
  }

  static List<String> places(Members members) {
    return members.cohorts().stream()
        .flatMap(cohort -> cohort.deadLetters().all().stream())
        .map(Mending::place)
        .distinct()
        .toList();
  }

  /// The sessions of a group that are halted, whether an instance lives that knows of it or not.
  static Set<Session> halted(Members members) {
    Set<Session> halted = new LinkedHashSet<>();
    members.cohorts().forEach(cohort -> halted.addAll(cohort.halted()));
    members.views().forEach(view -> halted.addAll(view.halted()));
    return halted;
  }

  private void letGo(Members members, Session session) {
    members.cohorts().forEach(cohort -> cohort.release(session));
    for (InstanceView view : members.views()) {
      if (view.isHalted(session)) {
        world.instances().release(view.name(), session);
      }
    }
  }
}
