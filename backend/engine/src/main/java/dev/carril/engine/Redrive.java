package dev.carril.engine;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Header;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends dead letters again, in the order in which they were written, each with the header
/// `redrive-of` that names where it was; then releases their sessions.
///
/// What is appended comes after what its session has by then. A halted session does not send a
/// redriven record to the dead letters again: it waits for the release, and so does what comes
/// behind it, so that releasing last loses nothing and swaps nothing.
public final class Redrive<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(Redrive.class);

  private final Log<K, V> log;
  private final Consumer<Session> release;

  /// @param release mostly [Engine#release]
  public Redrive(Log<K, V> log, Consumer<Session> release) {
    this.log = log;
    this.release = release;
  }

  /// Redrives some.
  ///
  /// @return how many were appended before one could not be; the sessions of all are released only
  ///   if that is all of them
  public int run(List<DeadLetter<K, V>> letters) throws InterruptedException {
    Set<Session> sessions = new LinkedHashSet<>();
    int count = 0;
    for (DeadLetter<K, V> letter : letters) {
      var dead = letter.logRecord();
      var headers = new ArrayList<Header>(dead.headers());
      headers.removeIf(header -> header.name().equals(Header.REDRIVE_OF));
      headers.add(Header.of(Header.REDRIVE_OF, letter.place()));
      try {
        log.append(dead.partition().topic(), dead.key(), dead.value(), headers)
            .toCompletableFuture()
            .get();
      } catch (InterruptedException stop) {
        throw stop;
      } catch (Exception wrong) {
        // Those behind it must not come before it.
        LOG.warn("{} could not be appended again", letter.place(), wrong);
        return count;
      }
      sessions.add(letter.session());
      count++;
    }
    sessions.forEach(release);
    return count;
  }
}
