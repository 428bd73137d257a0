package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.Report;

/// What is told about instances, for programs.
final class ReportData {
  private ReportData() {}

  static String kind(Report report) {
    return switch (report) {
      case Report.Instances _ -> "instances";
      case Report.Lanes _ -> "lanes";
      case Report.CommitPoints _ -> "commit-point";
      case Report.Blocked _ -> "blocked";
      case Report.DeadLetters _ -> "dead-letters";
      case Report.Trace _ -> "trace";
      case Report.Metrics _ -> "metrics";
      case Report.Compared _ -> "compare";
    };
  }

  static void put(ObjectNode json, Report report) {
    switch (report) {
      case Report.Instances it -> instances(json.putArray("instances"), it);
      case Report.Lanes it -> lanes(json.putArray("lanes"), it);
      case Report.CommitPoints it -> commitPoints(json.putArray("partitions"), it);
      case Report.Blocked it -> blocked(json.putArray("blocked"), it);
      case Report.DeadLetters it -> deadLetters(json.putArray("records"), it);
      case Report.Trace it -> trace(json.putArray("spans"), it);
      case Report.Metrics it -> metrics(json, it);
      case Report.Compared it -> compared(json.putArray("rows"), it);
    }
  }

  private static void instances(ArrayNode json, Report.Instances it) {
    for (Report.Instances.Row row : it.instances()) {
      ObjectNode told = json.addObject();
      ArrayNode owned =
          told.put("name", row.name())
              .put("topic", row.topic())
              .put("group", row.group())
              .put("design", row.design())
              .put("state", row.state())
              .putArray("owned");
      row.owned().forEach(owned::add);
      ArrayNode paused = told.putArray("paused");
      for (Report.Instances.Paused one : row.paused()) {
        paused
            .addObject()
            .put("partition", one.partition())
            .put("reason", one.reason())
            .put("session", one.session());
      }
      if (!row.title().equals(row.design())) {
        told.put("title", row.title());
      }
      if (row.reprieved() > 0) {
        told.put("reprieved", row.reprieved());
      }
      if (row.sql() != null) {
        told.put("sql", row.sql());
      }
    }
  }

  private static void lanes(ArrayNode json, Report.Lanes it) {
    for (Report.Lanes.Row row : it.lanes()) {
      json.addObject()
          .put("session", row.session())
          .put("worker", row.worker())
          .put("state", row.state())
          .put("attempt", row.attempt())
          .put("queued", row.queued())
          .put("backoffMillis", row.backoffMillis());
    }
  }

  private static void commitPoints(ArrayNode json, Report.CommitPoints it) {
    for (Report.CommitPoints.Row row : it.partitions()) {
      json.addObject()
          .put("partition", row.partition())
          .put("committed", row.committed())
          .put("commitPoint", row.commitPoint())
          .put("doneAhead", row.doneAhead())
          .put("end", row.end())
          .put("lag", row.lag());
    }
  }

  private static void blocked(ArrayNode json, Report.Blocked it) {
    for (Report.Blocked.Row row : it.blocked()) {
      json.addObject()
          .put("topic", row.topic())
          .put("partition", row.partition())
          .put("offset", row.offset())
          .put("session", row.session())
          .put("ageMillis", row.ageMillis())
          .put("attempt", row.attempt())
          .put("state", row.state());
    }
  }

  private static void deadLetters(ArrayNode json, Report.DeadLetters it) {
    for (Report.DeadLetters.Row row : it.records()) {
      ObjectNode told =
          json.addObject()
              .put("topic", row.topic())
              .put("partition", row.partition())
              .put("offset", row.offset())
              .put("session", row.session())
              .put("reason", row.reason())
              .put("attempts", row.attempts());
      if (row.why() != null) {
        told.put("why", row.why());
      }
    }
  }

  private static void trace(ArrayNode json, Report.Trace it) {
    for (Report.Trace.Span row : it.spans()) {
      Long end = row.endMillis();
      json.addObject()
          .put("name", row.name())
          .put("instance", row.instance())
          .put("group", row.group())
          .put("attempt", row.attempt())
          .put("start", FactJson.moment(row.startMillis()))
          .put("end", end == null ? null : FactJson.moment(end))
          .put("outcome", row.outcome());
    }
  }

  private static void compared(ArrayNode json, Report.Compared it) {
    for (Report.Compared.Row row : it.rows()) {
      ObjectNode told =
          json.addObject()
              .put("design", row.design())
              .put("throughput", row.throughput())
              .put("p50Millis", row.p50Millis())
              .put("p99Millis", row.p99Millis())
              .put("violations", row.violations())
              .put("lost", row.lost())
              .put("duplicates", row.duplicates());
      if (row.stopped() != null) {
        told.put("stopped", row.stopped().word());
      }
      if (!row.without().isEmpty()) {
        ArrayNode without = told.putArray("without");
        row.without().forEach(without::add);
      }
    }
  }

  private static void metrics(ObjectNode json, Report.Metrics it) {
    json.put("throughput", it.throughput())
        .put("p50Millis", it.p50Millis())
        .put("p99Millis", it.p99Millis())
        .put("inFlight", it.inFlight())
        .put("parked", it.parked())
        .put("lag", it.lag())
        .put("retries", it.retries())
        .put("deadLetters", it.deadLetters());
  }
}
