package dev.carril.course.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carril.course.Bus;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;

/// A bus and a log side by side: who is away hears nothing on the bus, and reads it from the log
/// later.
public final class BusPlay implements AutoCloseable {
  private final Bus bus;
  private final Sandbox sandbox = Sandbox.empty(Play.SEED);
  private final Set<String> away = new HashSet<>();
  private final SequencedMap<String, BigDecimal> onBus = new LinkedHashMap<>();
  private final SequencedMap<String, BigDecimal> onLog = new LinkedHashMap<>();
  private int number;

  public BusPlay(Bus bus) {
    this.bus = bus;
    run(bus.createLog());
    bus.subscribers()
        .keySet()
        .forEach(subscriber -> {
          onBus.put(subscriber, BigDecimal.ZERO);
          onLog.put(subscriber, BigDecimal.ZERO);
        });
  }

  private Answer run(String line) {
    return sandbox.run("bus-" + ++number, line);
  }

  /// Does what a step says.
  public void act(Bus.Act act) {
    switch (act) {
      case Bus.Act.Publish(var event) -> publish(bus.events().getOrDefault(event, ""));
      case Bus.Act.Away(var subscriber) -> away.add(subscriber);
      case Bus.Act.Back(var subscriber) -> {
        away.remove(subscriber);
        readOn(subscriber);
      }
    }
  }

  private void publish(String value) {
    run(bus.append(value));
    bus.subscribers()
        .forEach((subscriber, shows) -> {
          if (!away.contains(subscriber)) {
            onBus.merge(subscriber, worth(shows, value), BigDecimal::add);
            readOn(subscriber);
          }
        });
  }

  private void readOn(String subscriber) {
    Bus.Shows shows = bus.subscribers().get(subscriber);
    String line = "consume " + bus.topic() + " group " + subscriber + " from-beginning";
    if (shows != null
        && run(line) instanceof Answer.Done done
        && done.reply() instanceof Reply.Consumed consumed) {
      for (LogRecord record : consumed.records()) {
        onLog.merge(subscriber, worth(shows, String.valueOf(record.value())), BigDecimal::add);
      }
    }
  }

  /// What an event adds to what a subscriber shows.
  private static BigDecimal worth(Bus.Shows shows, String value) {
    return switch (shows) {
      case Bus.Shows.Count() -> BigDecimal.ONE;
      case Bus.Shows.Sum(var field) -> {
        JsonNode number = Values.field(value, field);
        yield number.isNumber() ? number.decimalValue() : BigDecimal.ZERO;
      }
    };
  }

  /// Whether an event can be part of what this shows.
  public static boolean fits(Bus.Shows shows, String value) {
    return switch (shows) {
      case Bus.Shows.Count() -> true;
      case Bus.Shows.Sum(var field) -> Values.field(value, field).isNumber();
    };
  }

  /// What each subscriber shows that listens to the bus.
  public SequencedMap<String, BigDecimal> onBus() {
    return new LinkedHashMap<>(onBus);
  }

  /// What each subscriber shows that reads the log.
  public SequencedMap<String, BigDecimal> onLog() {
    return new LinkedHashMap<>(onLog);
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
