package dev.carril.server.web;

import dev.carril.server.words.Catalogue;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

/// What a browser is known by: unguessable ids, the cookies that keep them, its address.
final class Ids {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{22}");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 16;

  private Ids() {}

  static boolean isOne(String text) {
    return ID.matcher(text).matches();
  }

  /// 128 random bits in 22 characters.
  static String fresh() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static void remember(Context context, String name, String value) {
    Cookie cookie = new Cookie(name, value);
    cookie.setPath("/");
    cookie.setMaxAge((int) Duration.ofDays(400).toSeconds());
    cookie.setHttpOnly(true);
    // Strict would not be sent when somebody follows a link to us, and they would be a stranger.
    // What changes something asks for our own Origin besides.
    cookie.setSameSite(SameSite.LAX);
    context.cookie(cookie);
  }

  /// Where `?lang=` chooses a language: remembers it and leads back to the page.
  static boolean chooseLanguage(Context context) {
    String chosen = context.queryParam("lang");
    if (chosen == null || !Catalogue.has(chosen)) {
      return false;
    }
    remember(context, Languages.COOKIE, chosen);
    context.redirect(context.path(), HttpStatus.SEE_OTHER);
    return true;
  }

  /// Whose turn it is; empty for this machine's own, which a proxy in front would use for
  /// everybody.
  static String address(Context context) {
    try {
      String ip = context.req().getRemoteAddr();
      return InetAddress.getByName(ip).isLoopbackAddress() ? "" : ip;
    } catch (UnknownHostException e) {
      return "unknown"; // Jetty gives an address; whoever has none shares one turn.
    }
  }
}
