package dev.carril.course.read;

import dev.carril.course.Fault;
import dev.carril.course.Fault.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Collects what is wrong in one file. Past a bound it counts no more: nobody reads them all.
final class Faults {
  private static final int MOST = 100;

  private final String file;
  private final List<Fault> faults = new ArrayList<>();

  Faults(String file) {
    this.file = file;
  }

  /// Thrown where reading cannot go on here; whoever reads the list of such things goes on with the
  /// next.
  static final class Stop extends Exception {
    private static final long serialVersionUID = 1;

    Stop() {
      super(null, null, false, false);
    }
  }

  void add(int line, Code code, Map<String, ?> params) {
    if (faults.size() < MOST) {
      faults.add(new Fault(file, line, code, Map.copyOf(params)));
    }
  }

  /// Notes a fault; to be thrown by whoever cannot go on.
  Stop stop(int line, Code code, Map<String, ?> params) {
    add(line, code, params);
    return new Stop();
  }

  /// Something read that may turn out not to be there.
  interface Reading<T> {
    T read() throws Stop;
  }

  /// Reads it; a fault is noted already when it stops.
  <T> Optional<T> collect(Reading<T> reading) {
    try {
      return Optional.of(reading.read());
    } catch (Stop stop) {
      return Optional.empty(); // Noted where it was thrown.
    }
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  List<Fault> list() {
    return List.copyOf(faults);
  }
}
