package dev.carril.server.pages;

import dev.carril.server.words.Catalogue;
import dev.carril.simulator.words.Words;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/// The server's pages. Safe for any number of threads.
public final class Pages {
  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

  /// The page around one sandbox: what its scripts fill.
  ///
  /// @param language one of the catalogue's
  public String sandbox(String language, String sandbox) {
    return render("sandbox.jte", language, Map.of("sandbox", sandbox));
  }

  /// Why there is no page.
  ///
  /// @param language one of the catalogue's
  /// @param status of HTTP
  /// @param sentence the key of the words that say it
  public String error(String language, int status, String sentence) {
    return render(
        "error.jte", language, Map.of("status", String.valueOf(status), "sentence", sentence));
  }

  private String render(String template, String language, Map<String, Object> more) {
    Map<String, Object> params = new java.util.HashMap<>(more);
    params.put("words", Catalogue.of(language));
    params.put("language", language);
    params.put("languages", Words.languages());
    StringOutput html = new StringOutput();
    engine.render(template, params, html);
    return html.toString();
  }
}
