package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lets a producing program send records of one session.
record SendingOff(World world) {
  private static final int SENDS_MOST = 100;

  Outcome send(Command.Send it) {
    Topic topic = world.findTopic(it.topic());
    if (topic == null) {
      return new Outcome.Refused(world.unknownTopic(it.topic(), Purpose.APPEND));
    }
    Problem wrong = whatIsWrong(it);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    world.instances().send(it.topic(), it.session(), it.values(), it.ordered(), it.failing());
    return Outcome.did(
        new Reply.Sent(it.topic(), it.session(), it.ordered(), it.values().size(), it.failing()));
  }

  private @Nullable Problem whatIsWrong(Command.Send it) {
    Limits limits = world.limits();
    int sends = it.values().size();
    if (sends > SENDS_MOST) {
      return new Problem.TooManySends(sends, SENDS_MOST);
    }
    if (it.failing() > sends) {
      return new Problem.NoSuchSend(it.failing(), sends);
    }
    for (String value : it.values()) {
      int bytes = LogRecord.bytes(it.session(), value, List.of());
      if (bytes > limits.recordBytes()) {
        return new Problem.RecordTooLarge(bytes, limits.recordBytes());
      }
    }
    return sends > limits.records() - world.heldRecords()
        ? new Problem.TooManyRecords(limits.records())
        : null;
  }
}
