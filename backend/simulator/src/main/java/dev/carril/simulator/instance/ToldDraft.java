package dev.carril.simulator.instance;

import dev.carril.engine.check.Place;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// What an instance told, while it is put into what is shown. What nothing is said about stays -1,
/// 0 or "".
final class ToldDraft {
  private final long number;
  private final long atNanos;
  private final String kind;
  private final String instance;
  private final Cohort cohort;
  private int partition = -1;
  private long offset = -1;
  private String session = "";
  private int attempt;
  private long untilNanos = -1;
  private String reason = "";
  private long other = -1;

  ToldDraft(long number, long atNanos, String kind, String instance, Cohort cohort) {
    this.number = number;
    this.atNanos = atNanos;
    this.kind = kind;
    this.instance = instance;
    this.cohort = cohort;
  }

  ToldDraft of(Place place) {
    return in(place.partition()).at(place.offset()).of(place.session());
  }

  ToldDraft in(Partition its) {
    return in(its.number());
  }

  ToldDraft in(int its) {
    partition = its;
    return this;
  }

  ToldDraft at(long its) {
    offset = its;
    return this;
  }

  ToldDraft of(@Nullable Session its) {
    return of(its == null ? "" : WatchedLane.name(its));
  }

  ToldDraft of(String its) {
    session = its;
    return this;
  }

  ToldDraft attempt(int its) {
    attempt = its;
    return this;
  }

  ToldDraft until(long nanos) {
    untilNanos = nanos;
    return this;
  }

  ToldDraft because(String why) {
    reason = why;
    return this;
  }

  ToldDraft other(long its) {
    other = its;
    return this;
  }

  Seen.Told done() {
    return new Seen.Told(
        number,
        atNanos,
        kind,
        instance,
        cohort.group(),
        cohort.topic(),
        partition,
        offset,
        session,
        attempt,
        untilNanos,
        reason,
        other);
  }
}
