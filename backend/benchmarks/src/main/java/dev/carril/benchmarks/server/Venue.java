package dev.carril.benchmarks.server;

import dev.carril.benchmarks.start.ServerProcess;
import dev.carril.server.store.Store;
import dev.carril.server.store.UnusableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// What has to be there before a [Crowd] comes.
public final class Venue {
  private Venue() {}

  /// The first start after a build records itself for the launcher's cache, and is the slower for
  /// it. It is not what is measured here.
  public static void writeCache(Path folder) throws Exception {
    Files.createDirectories(folder);
    ServerProcess server = ServerProcess.start(folder);
    try {
      server.millisToFirstAnswer();
    } finally {
      server.stop();
    }
  }

  /// Sandboxes are put into the store beforehand: asking for a thousand of them within a minute is
  /// what the server's own limits forbid.
  public static List<String> prepare(Path data, int sandboxes) throws IOException, UnusableStore {
    Files.createDirectories(data);
    SecureRandom random = new SecureRandom();
    List<String> ids = new ArrayList<>();
    try (Store store = Store.open(data, InstantSource.system(), _ -> {})) {
      for (int i = 0; i < sandboxes; i++) {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        store.create(id, i);
        ids.add(id);
      }
    }
    return ids;
  }
}
