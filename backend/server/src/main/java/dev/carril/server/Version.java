package dev.carril.server;

import picocli.CommandLine.IVersionProvider;

/// What `--version` prints: Carril's version and Java's. The first is in the jar's manifest only.
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String carril = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "Carril %s, Java %s".formatted(carril == null ? "unbuilt" : carril, Runtime.version())
    };
  }
}
