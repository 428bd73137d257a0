package dev.carril.benchmarks.engine;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What some work took: time on the clock, time of all processors of this process, the collector's
/// included, and bytes that were allocated.
record Cost(long nanos, long cpuNanos, long bytes) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Work that ends by itself.
  interface Work {
    void run() throws InterruptedException;
  }

  static Cost of(Work work) throws InterruptedException {
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    long cpuNanos = SYSTEM.getProcessCpuTime();
    long nanos = System.nanoTime();
    work.run();
    return new Cost(
        System.nanoTime() - nanos,
        SYSTEM.getProcessCpuTime() - cpuNanos,
        THREADS.getTotalThreadAllocatedBytes() - bytes);
  }

  /// Of so many messages, how many got through in a second.
  double perSecond(int messages) {
    return messages * 1e9 / nanos;
  }

  /// Of so many messages, what each took of the processors.
  double cpuMicrosEach(int messages) {
    return cpuNanos / 1e3 / messages;
  }
}
