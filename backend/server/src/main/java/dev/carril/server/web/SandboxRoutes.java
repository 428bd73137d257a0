package dev.carril.server.web;

import dev.carril.server.pages.Pages;
import dev.carril.server.sandboxes.Sandboxes;
import dev.carril.server.store.LogFile;
import dev.carril.server.store.ScriptFile;
import dev.carril.server.wire.Json;
import dev.carril.server.words.Catalogue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// The pages of sandboxes: this browser's own, any by its address, and copies to give away.
final class SandboxRoutes {
  private static final String OWN = "carril-sandbox";
  private static final int A_MINUTE = 600;

  /// A file takes many times its size while it is read, so only so many are at a time.
  private static final int BROUGHT_IN_AT_ONCE = 2;

  /// No UTF-16 unit takes more than three bytes.
  private static final int SCRIPT_BYTES_MAX = 3 * LogFile.SCRIPT_MAX;

  private static final int A_MINUTE_FROM_ONE_ADDRESS = 60;

  private final Sandboxes sandboxes;
  private final Supplier<Pages> pages;
  private final Semaphore broughtIn = new Semaphore(BROUGHT_IN_AT_ONCE);
  private final Turnstile turnstile = new Turnstile(A_MINUTE, A_MINUTE_FROM_ONE_ADDRESS);

  SandboxRoutes(Sandboxes sandboxes, Supplier<Pages> pages) {
    this.sandboxes = sandboxes;
    this.pages = pages;
  }

  void mount(RoutesConfig routes) {
    routes.get("/sandbox", this::own);
    routes.get("/sandbox/{id}", this::page);
    routes.post("/sandbox/{id}/share", this::share);
    routes.get("/sandbox/{id}/export", this::export);
    routes.get("/sandbox/{id}/script", this::script);
    routes.put("/sandbox/{id}/script", this::keepScript);
    routes.delete("/sandbox/{id}/script", this::removeScript);
    routes.post("/import", this::bringIn);
  }

  /// Leads to this browser's sandbox, and makes one if it has none.
  private void own(Context context) {
    context.header("Cache-Control", "no-store");
    String own = context.cookie(OWN);
    if (own != null && exists(own)) {
      context.redirect("/sandbox/" + own);
      return;
    }
    // A picture or a script of another page would make sandboxes that nobody ever sees.
    String mode = context.header("Sec-Fetch-Mode");
    if (mode != null && !mode.equals("navigate")) {
      throw new Refusal(HttpStatus.FORBIDDEN);
    }
    turnstile.take(context);
    String id = sandboxes.create();
    Ids.remember(context, OWN, id);
    context.redirect("/sandbox/" + id);
  }

  private void page(Context context) {
    context.header("Cache-Control", "no-store");
    String id = known(context);
    if (Ids.chooseLanguage(context)) {
      return;
    }
    if (context.cookie(OWN) == null) {
      Ids.remember(context, OWN, id);
    }
    context.contentType(Web.HTML).result(pages.get().sandbox(Languages.of(context), id));
  }

  private void share(Context context) {
    context.header("Cache-Control", "no-store");
    String id = known(context);
    turnstile.take(context);
    String copy = sandboxes.copy(id);
    context.status(HttpStatus.CREATED);
    Web.json(context, Json.text(Json.object().put("address", "/sandbox/" + copy)));
  }

  private void export(Context context) {
    context.header("Cache-Control", "no-store");
    String id = known(context);
    turnstile.take(context);
    String file = sandboxes.export(id).map(LogFile::text).orElseThrow();
    // The id is write access, so it does not become the name of a file that is passed on.
    context.header("Content-Disposition", "attachment; filename=\"sandbox.carril.json\"");
    Web.json(context, file);
  }

  /// The script of a demonstration belongs to the sandbox, so it is there on whatever machine the
  /// hall has.
  private void script(Context context) {
    context.header("Cache-Control", "no-store");
    var script = sandboxes.script(known(context));
    context.status(script.isPresent() ? HttpStatus.OK : HttpStatus.NO_CONTENT);
    context.contentType("text/plain; charset=utf-8").result(script.orElse(""));
  }

  private void keepScript(Context context) throws IOException {
    context.header("Cache-Control", "no-store");
    String id = known(context);
    turnstile.take(context);
    byte[] body = context.bodyInputStream().readNBytes(SCRIPT_BYTES_MAX + 1);
    String script = new String(body, StandardCharsets.UTF_8);
    if (body.length > SCRIPT_BYTES_MAX || script.length() > LogFile.SCRIPT_MAX) {
      throw new Refusal(HttpStatus.CONTENT_TOO_LARGE);
    }
    sandboxes.keepScript(id, script);
    context.status(HttpStatus.NO_CONTENT);
  }

  private void removeScript(Context context) {
    context.header("Cache-Control", "no-store");
    String id = known(context);
    turnstile.take(context);
    sandboxes.keepScript(id, null);
    context.status(HttpStatus.NO_CONTENT);
  }

  private void bringIn(Context context) throws IOException {
    context.header("Cache-Control", "no-store");
    turnstile.take(context);
    if (!broughtIn.tryAcquire()) {
      throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE);
    }
    try {
      byte[] body = context.bodyInputStream().readNBytes(LogFile.BYTES_MAX + 1);
      if (body.length > LogFile.BYTES_MAX) {
        throw LogFile.tooLarge();
      }
      String text = new String(body, StandardCharsets.UTF_8);
      String id =
          ScriptFile.isOne(text)
              ? sandboxes.bringIn(ScriptFile.read(text))
              : sandboxes.bringIn(LogFile.read(text));
      context.status(HttpStatus.CREATED);
      Web.json(context, Json.text(Json.object().put("address", "/sandbox/" + id)));
    } catch (LogFile.Unreadable e) {
      context.status(HttpStatus.BAD_REQUEST);
      Errors.json(
          context,
          e.sentence().substring("server.".length()),
          Catalogue.of(Languages.of(context)).text(e.sentence(), e.params()));
    } finally {
      broughtIn.release();
    }
  }

  private String known(Context context) {
    String id = context.pathParam("id");
    if (!exists(id)) {
      throw new Refusal(HttpStatus.NOT_FOUND, "server.error.404.sandbox");
    }
    return id;
  }

  private boolean exists(String id) {
    return Ids.isOne(id) && sandboxes.has(id);
  }
}
