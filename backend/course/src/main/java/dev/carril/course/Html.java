package dev.carril.course;

/// HTML that was made from Markdown: nothing in it was HTML before. It may be put into a page as it
/// stands.
///
/// @param html what a page shows
/// @param text the same without marks, for screen readers and titles
public record Html(String html, String text) {
  public static final Html NONE = new Html("", "");

  public boolean isEmpty() {
    return html.isEmpty();
  }
}
