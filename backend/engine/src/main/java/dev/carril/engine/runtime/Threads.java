package dev.carril.engine.runtime;

/// Where the engine's threads come from.
public interface Threads {
  /// The thread that polls is a platform thread: a log's client may wait in native code, and must
  /// not take a carrier from the sessions meanwhile. So is the watchdog, which has to look even
  /// when nobody else gets one. All others are virtual, since waking a virtual thread from another
  /// one costs next to nothing.
  Threads REAL =
      new Threads() {
        @Override
        public Thread poll(String name, Runnable work) {
          return Thread.ofPlatform().name(name).daemon(true).unstarted(work);
        }

        @Override
        public Thread owner(String name, Runnable work) {
          return Thread.ofVirtual().name(name).unstarted(work);
        }

        @Override
        public Thread lane(Runnable work) {
          return Thread.ofVirtual().unstarted(work);
        }
      };

  /// For the loop that polls, and the watchdog. Not started.
  Thread poll(String name, Runnable work);

  /// For whoever owns a mailbox. Not started.
  Thread owner(String name, Runnable work);

  /// For one session's handler calls. Not started.
  Thread lane(Runnable work);
}
