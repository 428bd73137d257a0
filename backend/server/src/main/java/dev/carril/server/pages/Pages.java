package dev.carril.server.pages;

import dev.carril.course.Html;
import dev.carril.course.Listing;
import dev.carril.course.Question;
import dev.carril.course.Track;
import dev.carril.server.lessons.School;
import dev.carril.server.words.Catalogue;
import dev.carril.simulator.words.Words;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

  /// The tracks as paths.
  public String home(HomeView view) {
    return render("home.jte", view.words().language(), Map.of("view", view));
  }

  /// A page of a lesson, whole.
  public String lesson(LessonView view) {
    return render("lesson.jte", view.words().language(), Map.of("view", view));
  }

  /// A page of a lesson without what stays when one goes from page to page.
  public String stop(LessonView view) {
    return render("stop.jte", Map.of("view", view));
  }

  /// What is wrong in the files of a lesson.
  public String faults(Words words, Listing listing) {
    return render("faults.jte", words.language(), Map.of("listing", listing));
  }

  /// What an attempt has come to; without a judgement, what is asked.
  ///
  /// @param said what is to be said first, such as that an answer is none
  public String verdict(TryView view, Optional<School.Judgement> judgement, Optional<String> said) {
    return render("verdict.jte", Map.of("view", view, "judgement", judgement, "said", said));
  }

  /// The hints that were taken.
  public String hints(TryView view) {
    return render("hints.jte", Map.of("view", view));
  }

  /// The solution, and why it is one.
  public String solution(TryView view) {
    return render("solution.jte", Map.of("view", view));
  }

  /// What is said to the answer to a question.
  public String mark(Words words, Track track, Question question, boolean right, Html why) {
    String prose = LessonView.prose(why, track.name(), words.text("lesson.types"));
    return render(
        "mark.jte",
        Map.of("words", words, "track", track, "question", question, "right", right, "why", prose));
  }

  /// What is said to what is no answer.
  ///
  /// @param key of the sentence
  public String unreadable(Words words, String key) {
    return render("unreadable.jte", Map.of("words", words, "key", key));
  }

  private String render(String template, Map<String, Object> params) {
    StringOutput html = new StringOutput();
    engine.render(template, params, html);
    return html.toString();
  }

  private String render(String template, String language, Map<String, Object> more) {
    Map<String, Object> params = new HashMap<>(more);
    params.put("words", Catalogue.of(language));
    params.put("language", language);
    params.put("languages", Words.languages());
    return render(template, params);
  }
}
