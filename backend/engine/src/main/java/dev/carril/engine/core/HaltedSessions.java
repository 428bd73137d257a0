package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions that stand still since one of their records became a dead letter.
final class HaltedSessions {
  private final Rules rules;
  private final Map<Partition, Epoch> ours;
  private final Routes routes;
  private final Parking parking;
  private final Post post;
  private final IntakeOut out;
  private final @Nullable Listener listener;
  private final Map<Session, Halt> halted = new LinkedHashMap<>();
  private long releases;

  HaltedSessions(
      Rules rules,
      Map<Partition, Epoch> ours,
      Routes routes,
      Parking parking,
      Post post,
      IntakeOut out,
      @Nullable Listener listener) {
    this.rules = rules;
    this.ours = ours;
    this.routes = routes;
    this.parking = parking;
    this.post = post;
    this.out = out;
    this.listener = listener;
  }

  boolean contains(Session session) {
    return halted.containsKey(session);
  }

  List<Session> all() {
    return List.copyOf(halted.keySet());
  }

  long releases() {
    return releases;
  }

  /// A dead letter is safe.
  void haltAfter(DeadLetterWrite write, long nowNanos) {
    if (rules.afterDeadLetter() == AfterDeadLetter.HALT_SESSION && write.reason.haltsSession()) {
      Held held = write.held;
      halt(new Halt(held.route.session, held.epoch.partition, held.offset), nowNanos);
    }
  }

  private void halt(Halt halt, long nowNanos) {
    Session session = halt.session();
    Halt before = halted.get(session);
    if (before != null && !halt.isAfter(before.partition(), before.offset())) {
      return;
    }
    halted.put(session, halt);
    // Its record may have ended while the dead letter was under way, and its lane gone since: then
    // there is none, or another one. A later one hears of it when it is opened.
    Route route = routes.find(session);
    if (route != null) {
      parking.waitNoLonger(route);
      post.mail(route.worker, new Mail.Halt(route));
    }
    if (before == null && listener != null) {
      listener.tell(new Event.Halted(session, nowNanos));
    }
  }

  /// These of the group are halted, and no others.
  void become(Collection<Halt> kept, long nowNanos) {
    Set<Session> gone = new LinkedHashSet<>(halted.keySet());
    kept.forEach(halt -> gone.remove(halt.session()));
    gone.forEach(session -> goesOn(session, nowNanos));
    for (Halt halt : kept) {
      if (rules.acrossTopics() || ours.containsKey(halt.partition())) {
        halt(halt, nowNanos);
      }
    }
  }

  // What was redriven since the session halted waits for the release. What was redriven before, for
  // an earlier one, becomes a dead letter as all else, or it would pass what is redriven next.
  boolean isWaitedFor(@Nullable Redriven redriven, Session session) {
    if (redriven == null || halted.isEmpty()) {
      return false;
    }
    Halt halt = halted.get(session);
    return halt != null && !redriven.isBefore(halt);
  }

  boolean release(Session session, long nowNanos) {
    if (!halted.containsKey(session)) {
      return false;
    }
    releases++;
    out.release(session);
    goesOn(session, nowNanos);
    return true;
  }

  private void goesOn(Session session, long nowNanos) {
    halted.remove(session);
    if (listener != null) {
      listener.tell(new Event.Released(session, nowNanos));
    }
    Route route = routes.find(session);
    if (route != null) {
      parking.waitNoLonger(route);
      post.mail(route.worker, new Mail.Release(route));
    }
  }
}
