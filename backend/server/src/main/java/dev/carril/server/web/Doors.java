package dev.carril.server.web;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Who may ask: the names under which this server answers, and the pages that may talk to it.
///
/// A page somewhere else must not reach a server on the reader's own machine. A name of its own
/// that leads here does not help it (the Host is not ours), and neither does asking across (the
/// Origin is not ours).
public final class Doors {
  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[0-9a-f:.]+]|[a-z0-9._-]+)(?::(?<port>[0-9]{1,5}))?");

  private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
  private final Set<String> origins = new HashSet<>();

  /// @param host what the server listens on; a name or an address, IPv6 without brackets
  /// @param origins of pages that reach the server under another name, such as
  ///   `https://carril.example`
  /// @throws IllegalArgumentException if one of them is no origin
  public Doors(String host, List<String> origins) {
    String lower = host.toLowerCase(Locale.ROOT);
    hosts.add(lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower);
    for (String origin : origins) {
      this.origins.add(normal(origin));
      hosts.add(host(authority(normal(origin))));
    }
  }

  /// Whether we answer to this name.
  ///
  /// @param header the request's Host, with or without a port
  boolean isOurs(@Nullable String header) {
    if (header == null) {
      return false;
    }
    Matcher matcher = AUTHORITY.matcher(header.toLowerCase(Locale.ROOT));
    return matcher.matches() && hosts.contains(matcher.group("host"));
  }

  /// Whether a page of this origin may change things or follow them.
  ///
  /// @param origin the request's Origin; none is refused, since browsers send it with all that can
  ///   change something
  /// @param host the request's Host, which is ours
  boolean mayTalk(@Nullable String origin, String host) {
    if (origin == null) {
      return false;
    }
    String lower = origin.toLowerCase(Locale.ROOT);
    if (origins.contains(lower)) {
      return true;
    }
    // The scheme is not compared: a proxy in front may speak https where we speak http.
    for (String scheme : List.of("http", "https")) {
      String start = scheme + "://";
      if (lower.startsWith(start)) {
        return withPort(lower.substring(start.length()), scheme)
            .equals(withPort(host.toLowerCase(Locale.ROOT), scheme));
      }
    }
    return false;
  }

  private static String normal(String origin) {
    try {
      URI uri = new URI(origin.toLowerCase(Locale.ROOT));
      boolean bare =
          uri.getRawPath() == null || uri.getRawPath().isEmpty() || uri.getRawPath().equals("/");
      if (uri.getHost() == null
          || !bare
          || uri.getRawQuery() != null
          || uri.getRawFragment() != null
          || uri.getRawUserInfo() != null
          || !List.of("http", "https").contains(uri.getScheme())) {
        throw new IllegalArgumentException(origin);
      }
      boolean usual =
          uri.getPort() == (uri.getScheme().equals("http") ? 80 : 443) || uri.getPort() < 0;
      return uri.getScheme() + "://" + uri.getHost() + (usual ? "" : ":" + uri.getPort());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalArgumentException(origin, e);
    }
  }

  private static String authority(String origin) {
    return origin.substring(origin.indexOf("//") + 2);
  }

  private static String host(String authority) {
    Matcher matcher = AUTHORITY.matcher(authority);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(authority);
    }
    return matcher.group("host");
  }

  private static String withPort(String authority, String scheme) {
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    return hasPort ? authority : authority + (scheme.equals("http") ? ":80" : ":443");
  }
}
