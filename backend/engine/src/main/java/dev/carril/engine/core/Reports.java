package dev.carril.engine.core;

import java.util.Arrays;

/// What a worker tells intake, in order: which record, and what became of it.
public final class Reports {
  private Held[] records = new Held[16];
  private Word[] words = new Word[16];
  private int count;

  /// What became of a record. After all but the last three, the worker has it no longer.
  enum Word {
    /// It was handled.
    DONE,
    /// It was taken out, or came to an end after its partition had gone: nothing has ended.
    BACK,
    /// Its dead letter was safe before it came out.
    SETTLED,
    /// Its handler came to an end after its dead letter was safe.
    FINISHED,
    /// It should become a dead letter.
    CONDEMNED,
    /// It was skipped and should become a dead letter; it keeps its place until then.
    SKIPPED,
    /// The same, but its handler runs, and its lane is not free until that ends.
    SKIPPED_RUNNING
  }

  void add(Held held, Word word) {
    if (count == records.length) {
      records = Arrays.copyOf(records, 2 * count);
      words = Arrays.copyOf(words, 2 * count);
    }
    records[count] = held;
    words[count++] = word;
  }

  /// So many records were handled.
  void addDone(Held[] done, int many) {
    if (count + many > records.length) {
      int length = Math.max(count + many, 2 * records.length);
      records = Arrays.copyOf(records, length);
      words = Arrays.copyOf(words, length);
    }
    System.arraycopy(done, 0, records, count, many);
    Arrays.fill(words, count, count + many, Word.DONE);
    count += many;
  }

  public int count() {
    return count;
  }

  Held held(int at) {
    return records[at];
  }

  Word word(int at) {
    return words[at];
  }
}
