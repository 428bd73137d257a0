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
    return Session.of(topic(partition, key), key == null ? partition : key);
  }

  Route route(Partition partition, @Nullable Object key) {
    Route route = known(partition, key);
    return route != null ? route : open(session(partition, key));
  }

  /// The route of a session that is known, or null.
  @Nullable Route known(Partition partition, @Nullable Object key) {
    Object plain = key == null ? partition : Session.plain(key);
    String topic = topic(partition, key);
    return routes.find(topic, plain, Session.hash(topic, plain));
  }

  // What has no key is its partition's, even where keys span topics.
  private String topic(Partition partition, @Nullable Object key) {
    return acrossTopics && key != null ? "" : partition.topic();
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
