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

  // What is noted about a session lies together, so that a handler call that does nothing fetches
  // one line of memory for it and not five.
  private static final int COUNT = 0;
  private static final int INSIDE = 1;
  private static final int OVERLAPS = 2;
  private static final int TOO_MANY = 3;
  private static final int MOST = 4;
  private static final int FROM = 5;
  private static final int WIDTH = 16;

  private final Messages messages;
  private final int[] noted;
  private final int[] pages;

  Ledger(Messages messages) {
    this.messages = messages;
    this.noted = new int[messages.count()];
    this.pages = new int[WIDTH * messages.sessions()];
    int from = 0;
    for (int session = 0; session < messages.sessions(); session++) {
      pages[WIDTH * session + MOST] = messages.of(session);
      pages[WIDTH * session + FROM] = from;
      from += messages.of(session);
    }
  }

  /// A handler call begins.
  void begins(int session) {
    int page = WIDTH * session;
    if ((int) INTS.getOpaque(pages, page + INSIDE) != 0) {
      pages[page + OVERLAPS]++;
    }
    INTS.setOpaque(pages, page + INSIDE, 1);
  }

  /// It ends; what failed comes again.
  void fails(int session) {
    INTS.setOpaque(pages, WIDTH * session + INSIDE, 0);
  }

  /// It ends well.
  void ends(int session, int message) {
    int page = WIDTH * session;
    int count = pages[page + COUNT];
    if (count < pages[page + MOST]) {
      noted[pages[page + FROM] + count] = message;
      INTS.setOpaque(pages, page + INSIDE, 0);
      INTS.setRelease(pages, page + COUNT, count + 1);
    } else {
      pages[page + TOO_MANY]++;
    }
  }

  /// How many have been handled so far.
  int handled() {
    int sum = 0;
    for (int page = 0; page < pages.length; page += WIDTH) {
      sum += (int) INTS.getAcquire(pages, page + COUNT);
    }
    return sum;
  }

  /// What was wrong, at most ten things of it; asked when the clock has stopped.
  List<String> wrong() {
    var wrong = new ArrayList<String>();
    for (int session = 0; session < messages.sessions() && wrong.size() < 10; session++) {
      int page = WIDTH * session;
      int count = pages[page + COUNT];
      if (pages[page + OVERLAPS] > 0) {
        wrong.add("session " + session + ": two at once, " + pages[page + OVERLAPS] + " times");
      }
      if (pages[page + TOO_MANY] > 0) {
        wrong.add("session " + session + ": " + pages[page + TOO_MANY] + " more than it has");
      }
      if (count != messages.of(session)) {
        wrong.add("session " + session + ": " + count + " of " + messages.of(session));
      }
      for (int place = 0; place < count; place++) {
        int message = noted[pages[page + FROM] + place];
        if (messages.session(message) != session || messages.number(message) != place) {
          wrong.add("session " + session + ": message " + message + " came as number " + place);
          break;
        }
      }
    }
    return wrong;
  }
}
