package dev.carril.simulator.instance.report;

/// Who tells: an instance, from its start to its end. One that starts again is another.
public final class Teller {
  private final String instance;
  private final String topic;
  private final String group;
  private long goneNanos = -1;
  private String how = "";

  public Teller(String instance, String topic, String group) {
    this.instance = instance;
    this.topic = topic;
    this.group = group;
  }

  /// Its process has ended, and whatever still ran in it.
  ///
  /// @param word `crashed` or `stopped`
  public void gone(String word, long nowNanos) {
    how = word;
    goneNanos = nowNanos;
  }

  /// When that was, or -1.
  long goneNanos() {
    return goneNanos;
  }

  /// In which word it went, or "".
  String how() {
    return how;
  }

  public String instance() {
    return instance;
  }

  public String topic() {
    return topic;
  }

  public String group() {
    return group;
  }
}
