package dev.carril.engine.core;

import java.util.Arrays;

/// What intake has for each worker: records go in batches, and whatever else is said comes after
/// what was there before it.
final class Post {
  private static final int BATCH_MAX = 512;

  private final IntakeOut out;
  private Held[][] records = new Held[0][];
  private int[] recordCounts = new int[0];
  private Route[][] closing = new Route[0][];
  private int[] closingCounts = new int[0];

  Post(IntakeOut out, int workers) {
    this.out = out;
    makeRoom(workers);
  }

  /// There may be so many workers; those that were there stay.
  void makeRoom(int workers) {
    int before = records.length;
    if (workers > before) {
      records = Arrays.copyOf(records, workers);
      closing = Arrays.copyOf(closing, workers);
      recordCounts = Arrays.copyOf(recordCounts, workers);
      closingCounts = Arrays.copyOf(closingCounts, workers);
      for (int worker = before; worker < workers; worker++) {
        records[worker] = new Held[16];
        closing[worker] = new Route[4];
      }
    }
  }

  void record(Held held) {
    int worker = held.route.worker;
    int at = recordCounts[worker];
    if (at == records[worker].length) {
      records[worker] = Arrays.copyOf(records[worker], 2 * at);
    }
    records[worker][at] = held;
    recordCounts[worker] = at + 1;
    if (at + 1 == BATCH_MAX) {
      flush(worker);
    }
  }

  void close(Route route) {
    int worker = route.worker;
    int at = closingCounts[worker];
    if (at == closing[worker].length) {
      closing[worker] = Arrays.copyOf(closing[worker], 2 * at);
    }
    closing[worker][at] = route;
    closingCounts[worker] = at + 1;
  }

  void mail(int worker, Mail mail) {
    flush(worker);
    out.mail(worker, mail);
  }

  void mailAll(Mail mail) {
    for (int worker = 0; worker < records.length; worker++) {
      mail(worker, mail);
    }
  }

  void flush() {
    for (int worker = 0; worker < records.length; worker++) {
      flush(worker);
    }
  }

  // A session that comes back after its route was closed has another lane, so what closes may go
  // before the records: the old lane is empty.
  private void flush(int worker) {
    int closed = closingCounts[worker];
    if (closed > 0) {
      out.mail(worker, new Mail.Close(closing[worker], closed));
      closing[worker] = new Route[4];
      closingCounts[worker] = 0;
    }
    int count = recordCounts[worker];
    if (count > 0) {
      out.mail(worker, new Mail.Records(records[worker], count));
      records[worker] = new Held[Math.max(16, Integer.highestOneBit(count))];
      recordCounts[worker] = 0;
    }
  }
}
