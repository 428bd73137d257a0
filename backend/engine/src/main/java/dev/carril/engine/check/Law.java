package dev.carril.engine.check;

/// What always holds, whatever happens in whatever order.
public enum Law {
  L1("Two handler calls of one session never overlap in a process."),
  L2("Within a partition's epoch the attempts of a session start in the order of the offsets."),
  L3("What is committed never exceeds the lowest delivered offset that has not ended."),
  L4("What is committed never goes back within an epoch."),
  L5("What comes from an old epoch changes nothing."),
  L6("Holes in the offsets never block."),
  L7("A dead letter ends a record only when it is safe, and is never written for others."),
  L8("Attempts are counted for each delivery, and by nothing else."),
  L9("The poll thread waits in the revoke callback only."),
  L10("What is paused is still polled, and after an assignment the pauses are the same."),
  L11("Every counter equals a recount."),
  L12("If a record can run and nobody paused, something ends."),
  L13("What is held is bounded."),
  L14("Closing ends in its time, and commits what had ended."),
  L15("Nothing is committed for lost partitions."),
  L16("In a planned hand-over nothing overlaps and nothing is handled twice.");

  private final String statement;

  Law(String statement) {
    this.statement = statement;
  }

  public String statement() {
    return statement;
  }
}
