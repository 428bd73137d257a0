package dev.carril.course;

import java.util.List;

/// One step of a lesson: one idea, and what makes it seen and done.
///
/// @param name the same in every language
/// @param title plain text
public record Step(String name, String title, List<Block> blocks) {
  public Step {
    blocks = List.copyOf(blocks);
  }
}
