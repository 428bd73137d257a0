package dev.carril.server.web;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How the server's HTTP side is to be.
///
/// @param host to listen on
/// @param port to listen on; 0 takes any that is free
/// @param origins of pages that reach the server under another name
/// @param frontend a folder whose files are served instead of those built in, for who works on them
/// @param exercises a teacher's own folder of lessons, besides those that come with Carril
public record Settings(
    String host,
    int port,
    List<String> origins,
    Optional<Path> frontend,
    Optional<Path> exercises) {
  public Settings {
    origins = List.copyOf(origins);
  }

  /// With the lessons that come with Carril only.
  public Settings(String host, int port, List<String> origins, Optional<Path> frontend) {
    this(host, port, origins, frontend, Optional.empty());
  }
}
