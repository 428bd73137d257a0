package dev.carril.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Which htmx is packed with the server.
final class Htmx {
  static final String VERSION = version();

  private Htmx() {}

  private static String version() {
    String about = "/META-INF/maven/org.webjars.npm/htmx.org/pom.properties";
    try (InputStream in = Htmx.class.getResourceAsStream(about)) {
      if (in == null) {
        throw new IllegalStateException("htmx is not packed with the server");
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
