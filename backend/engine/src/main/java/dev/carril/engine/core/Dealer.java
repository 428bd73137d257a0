package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// Says whose a record is, and deals its session to a worker if it has none.
final class Dealer {
  private final boolean acrossTopics;
  private final Routes routes;
  private final HaltedSessions halted;
  private final Post post;
  private Ring ring;

  Dealer(boolean acrossTopics, int workers, Routes routes, HaltedSessions halted, Post post) {
    this.acrossTopics = acrossTopics;
    this.routes = routes;
    this.halted = halted;
    this.post = post;
    this.ring = Ring.of(workers);
  }

  void workers(int workers) {
    ring = Ring.of(workers);
    post.makeRoom(workers);
  }

  Session session(Partition partition, @Nullable Object key) {
    return key == null
        ? Session.keyless(partition)
        : Session.of(acrossTopics ? "" : partition.topic(), key);
  }

  Route route(Partition partition, @Nullable Object key) {
    Object plain = key == null ? partition : Session.plain(key);
    String topic = acrossTopics && key != null ? "" : partition.topic();
    long hash = Session.hash(topic, plain);
    Route route = routes.find(topic, plain, hash);
    return route != null ? route : open(Session.of(topic, plain));
  }

  /// The route of a session that is known, or null.
  @Nullable Route known(Partition partition, Object key) {
    Object plain = Session.plain(key);
    String topic = acrossTopics ? "" : partition.topic();
    return routes.find(topic, plain, Session.hash(topic, plain));
  }

  private Route open(Session session) {
    var route = new Route(session, ring.workerOf(session.hash()));
    routes.add(route);
    if (halted.contains(session)) {
      post.mail(route.worker, new Mail.Halt(route));
    }
    return route;
  }
}
