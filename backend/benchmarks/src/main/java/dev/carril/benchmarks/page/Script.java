package dev.carril.benchmarks.page;

import dev.carril.server.store.LogFile;
import dev.carril.server.store.StoredSandbox;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/// Commands that make a sandbox before anybody looks at it. Typed one by one, as fast as the server
/// lets a socket, five thousand of them would take longer than all trials together.
record Script(List<String> lines) {
  private static final long SEED = 7;

  /// A topic of so many partitions with so many records in each, that go round.
  static Script records(String topic, int partitions, int inEach) {
    List<String> lines = new ArrayList<>();
    lines.add("create topic " + topic + " partitions " + partitions);
    for (int i = 0; i < partitions * inEach; i++) {
      lines.add("produce " + topic + " {\"order\":" + i + ",\"event\":\"placed\"}");
    }
    return new Script(lines);
  }

  Script and(List<String> more) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(more);
    return new Script(all);
  }

  /// Makes a sandbox of it.
  ///
  /// @param server such as `http://127.0.0.1:7070`
  /// @return its address
  String send(String server) throws Exception {
    try (Sandbox sandbox = Sandbox.empty(SEED);
        HttpClient http = HttpClient.newHttpClient()) {
      for (String line : lines) {
        if (!(sandbox.run("b" + sandbox.log().size(), line) instanceof Answer.Done)) {
          throw new IllegalStateException("refused: " + line);
        }
      }
      String file = LogFile.text(new StoredSandbox(SEED, sandbox.log()));
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server + "/import"))
              .header("Origin", server)
              .POST(HttpRequest.BodyPublishers.ofString(file))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 201) {
        throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      }
      return server + answer.body().replaceAll(".*\"address\":\"([^\"]+)\".*", "$1");
    }
  }
}
