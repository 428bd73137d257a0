package dev.carril.server.web;

import dev.carril.server.pages.Pages;
import dev.carril.server.sandboxes.Busy;
import dev.carril.server.wire.Json;
import dev.carril.server.words.Catalogue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is answered when there is no answer: a page for people, a line of JSON for programs.
final class Errors {
  private static final Logger LOG = LoggerFactory.getLogger(Errors.class);
  private static final Set<Integer> SAID = Set.of(403, 404, 405, 413, 429, 500, 503);

  private final Supplier<Pages> pages;

  Errors(Supplier<Pages> pages) {
    this.pages = pages;
  }

  void mount(RoutesConfig routes) {
    routes.exception(
        Refusal.class,
        (refusal, context) -> tell(context, refusal.status().getCode(), refusal.sentence()));
    routes.exception(
        HttpResponseException.class,
        (e, context) -> tell(context, e.getStatus(), sentence(e.getStatus())));
    routes.exception(Busy.class, (_, context) -> tell(context, 503, sentence(503)));
    routes.exception(
        Exception.class,
        (e, context) -> {
          LOG.error("A request failed", e);
          tell(context, 500, sentence(500));
        });
  }

  private static String sentence(int status) {
    int said = SAID.contains(status) ? status : status < 500 ? 404 : 500;
    return "server.error." + said;
  }

  private void tell(Context context, int status, String sentence) {
    context.status(status);
    context.header("Cache-Control", "no-store");
    String language = Languages.of(context);
    String accepted = context.header("Accept");
    if (accepted != null && accepted.contains("text/html")) {
      context.contentType(Web.HTML).result(pages.get().error(language, status, sentence));
    } else {
      String code =
          HttpStatus.forStatus(status).getMessage().toLowerCase(Locale.ROOT).replace(' ', '-');
      json(context, code, Catalogue.of(language).text(sentence));
    }
  }

  /// What went wrong, for a script that asked.
  static void json(Context context, String code, String message) {
    var json = Json.object();
    json.putObject("error").put("code", code).put("message", message);
    Web.json(context, Json.text(json));
  }
}
