package dev.carril.server.web;

import dev.carril.server.words.Catalogue;
import io.javalin.http.Context;

/// Which language a page is in: the one chosen here, else the browser's.
final class Languages {
  static final String COOKIE = "carril-lang";

  private Languages() {}

  static String of(Context context) {
    context.header("Vary", "Cookie, Accept-Language");
    return Catalogue.wanted(context.cookie(COOKIE), context.header("Accept-Language"));
  }
}
