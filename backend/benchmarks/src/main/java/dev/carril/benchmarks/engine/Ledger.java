package dev.carril.benchmarks.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/// Notes each message that is handled, and says afterwards what was wrong: a session's message out
/// of turn, two at once, one twice, one never.
///
/// A session's notes are written by whoever handles its messages, one after the other if the engine
/// keeps its word. Nothing is shared between sessions, so noting costs next to nothing.
final class Ledger {
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

  private final Messages messages;
  private final int[] from;
  private final int[] noted;
  private final int[] counts;
  private final int[] inside;
  private final int[] overlaps;
  private final int[] tooMany;

  Ledger(Messages messages) {
    this.messages = messages;
    int sessions = messages.sessions();
    this.from = new int[sessions];
    for (int session = 1; session < sessions; session++) {
      from[session] = from[session - 1] + messages.of(session - 1);
    }
    this.noted = new int[messages.count()];
    this.counts = new int[sessions];
    this.inside = new int[sessions];
    this.overlaps = new int[sessions];
    this.tooMany = new int[sessions];
  }

  /// A handler call begins.
  void begins(int message) {
    int session = messages.session(message);
    if ((int) INTS.getOpaque(inside, session) != 0) {
      overlaps[session]++;
    }
    INTS.setOpaque(inside, session, 1);
  }

  /// It ends; what failed comes again.
  void fails(int message) {
    INTS.setOpaque(inside, messages.session(message), 0);
  }

  /// It ends well.
  void ends(int message) {
    int session = messages.session(message);
    int count = counts[session];
    if (count < messages.of(session)) {
      noted[from[session] + count] = message;
      INTS.setOpaque(inside, session, 0);
      INTS.setRelease(counts, session, count + 1);
    } else {
      tooMany[session]++;
    }
  }

  /// How many have been handled so far.
  int handled() {
    int sum = 0;
    for (int session = 0; session < counts.length; session++) {
      sum += (int) INTS.getAcquire(counts, session);
    }
    return sum;
  }

  int handledOf(int session) {
    return (int) INTS.getAcquire(counts, session);
  }

  /// What was wrong, at most ten things of it; asked when the clock has stopped.
  List<String> wrong() {
    var wrong = new ArrayList<String>();
    for (int session = 0; session < counts.length && wrong.size() < 10; session++) {
      if (overlaps[session] > 0) {
        wrong.add("session " + session + ": two at once, " + overlaps[session] + " times");
      }
      if (tooMany[session] > 0) {
        wrong.add("session " + session + ": " + tooMany[session] + " more than it has");
      }
      if (counts[session] != messages.of(session)) {
        wrong.add("session " + session + ": " + counts[session] + " of " + messages.of(session));
      }
      for (int place = 0; place < counts[session]; place++) {
        int message = noted[from[session] + place];
        if (messages.session(message) != session || messages.number(message) != place) {
          wrong.add("session " + session + ": message " + message + " came as number " + place);
          break;
        }
      }
    }
    return wrong;
  }
}
