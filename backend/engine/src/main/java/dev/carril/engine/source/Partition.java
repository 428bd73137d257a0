package dev.carril.engine.source;

/// One ordered row of a topic.
public record Partition(String topic, int number) implements Comparable<Partition> {
  public Partition {
    if (topic.isEmpty()) {
      throw new IllegalArgumentException("a topic has a name");
    }
    if (number < 0) {
      throw new IllegalArgumentException("partition " + number + " of " + topic + " cannot exist");
    }
  }

  @Override
  public int compareTo(Partition other) {
    int order = topic.compareTo(other.topic);
    return order != 0 ? order : Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return topic + ":p" + number;
  }
}
