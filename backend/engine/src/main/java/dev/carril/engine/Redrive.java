package dev.carril.engine;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends dead letters again, in the order in which they were written, each with the header
/// `redrive-of` that names where it was; then releases their sessions.
///
/// What is appended comes after what its session has by then. A halted session does not send a
/// redriven record to the dead letters again: it waits for the release, and so does what comes
/// behind it, so that releasing last loses nothing and swaps nothing. If it is halted again later,
/// what of an earlier redrive is still to come becomes a dead letter anew, so all of its dead
/// letters are given to the next redrive, and not some.
///
/// A record that became a dead letter again after a crash, before its end was committed, is there
/// more than once. It is appended once, where it was written last.
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
  ///   if that is all of them, each record counted once
  public int run(List<DeadLetter<K, V>> letters) throws InterruptedException {
    Map<Line, DeadLetter<K, V>> latest = latestThatHalted(letters);
    Set<Session> sessions = new LinkedHashSet<>();
    int count = 0;
    for (DeadLetter<K, V> letter : eachOnce(letters)) {
      var dead = letter.logRecord();
      try {
        log.append(
                dead.partition().topic(),
                dead.key(),
                dead.value(),
                headers(letter, latest.get(Line.of(letter))))
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

  private List<DeadLetter<K, V>> eachOnce(List<DeadLetter<K, V>> letters) {
    var last = new LinkedHashMap<String, DeadLetter<K, V>>();
    letters.forEach(letter -> last.putLast(letter.place(), letter));
    return List.copyOf(last.values());
  }

  /// A session's records in one partition.
  private record Line(Session session, Partition partition) {
    static Line of(DeadLetter<?, ?> letter) {
      return new Line(letter.session(), letter.logRecord().partition());
    }
  }

  // A session that was released by hand may have left dead letters, and has halted again since.
  private Map<Line, DeadLetter<K, V>> latestThatHalted(List<DeadLetter<K, V>> letters) {
    var latest = new HashMap<Line, DeadLetter<K, V>>();
    for (DeadLetter<K, V> letter : letters) {
      if (letter.reason() != Reason.SESSION_HALTED) {
        latest.merge(Line.of(letter), letter, (one, other) -> isLater(one, other) ? one : other);
      }
    }
    return latest;
  }

  private static boolean isLater(DeadLetter<?, ?> one, DeadLetter<?, ?> other) {
    return one.logRecord().offset() > other.logRecord().offset();
  }

  private static List<Header> headers(DeadLetter<?, ?> letter, @Nullable DeadLetter<?, ?> latest) {
    var headers = new ArrayList<Header>(letter.logRecord().headers());
    headers.removeIf(header ->
        header.name().equals(Header.REDRIVE_OF) || header.name().equals(Header.REDRIVE_AFTER));
    headers.add(Header.of(Header.REDRIVE_OF, letter.place()));
    if (latest != null && isLater(latest, letter)) {
      headers.add(Header.of(Header.REDRIVE_AFTER, latest.place()));
    }
    return headers;
  }
}
