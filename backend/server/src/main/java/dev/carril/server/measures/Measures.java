package dev.carril.server.measures;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// The server's meters.
public final class Measures implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicBoolean machineBound = new AtomicBoolean();
  private final JvmGcMetrics collector = new JvmGcMetrics();

  private final Counter done = counter("carril.commands", "Commands answered", "outcome", "done");
  private final Counter refused =
      counter("carril.commands", "Commands answered", "outcome", "refused");
  private final Counter failed =
      counter("carril.commands", "Commands answered", "outcome", "failed");
  private final Timer latency =
      Timer.builder("carril.reply")
          .description("From a command's arrival to its reply on the way to the client")
          .publishPercentileHistogram()
          .minimumExpectedValue(Duration.ofNanos(100_000))
          .maximumExpectedValue(Duration.ofSeconds(10))
          .register(registry);
  private final Counter entries =
      counter("carril.entries.written", "Entries of command logs put on disk");
  private final Counter frames = counter("carril.state.frames", "Frames of changes sent");
  private final Counter snapshots = counter("carril.state.snapshots", "Snapshots sent");

  private Counter counter(String name, String what, String... tags) {
    return Counter.builder(name).description(what).tags(Tags.of(tags)).register(registry);
  }

  public void commandDone(long nanos) {
    done.increment();
    latency.record(Duration.ofNanos(nanos));
  }

  public void commandRefused(long nanos) {
    refused.increment();
    latency.record(Duration.ofNanos(nanos));
  }

  public void commandFailed() {
    failed.increment();
  }

  public void entriesWritten(int count) {
    entries.increment(count);
  }

  public void changesSent() {
    frames.increment();
  }

  public void snapshotSent() {
    snapshots.increment();
  }

  /// A number that is asked for each time somebody looks.
  public void gauge(String name, String what, Supplier<Number> number) {
    Gauge.builder(name, number).description(what).register(registry);
  }

  /// Everything in Prometheus' text format.
  public String text() {
    // The machine's own meters cost time to make, so they wait for the first who asks.
    if (!machineBound.getAndSet(true)) {
      new JvmMemoryMetrics().bindTo(registry);
      new JvmThreadMetrics().bindTo(registry);
      new ClassLoaderMetrics().bindTo(registry);
      new ProcessorMetrics().bindTo(registry);
      new UptimeMetrics().bindTo(registry);
      collector.bindTo(registry);
    }
    return registry.scrape();
  }

  @Override
  public void close() {
    collector.close();
    registry.close();
  }
}
