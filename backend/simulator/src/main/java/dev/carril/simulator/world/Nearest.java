package dev.carril.simulator.world;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What was probably meant: the nearest of the words that would be right.
public final class Nearest {
  private Nearest() {}

  /// The nearest, or null where none is near: at most a third of the letters differ, and at least
  /// one is the same.
  public static @Nullable String to(String word, Collection<String> right) {
    String lower = word.toLowerCase(Locale.ROOT);
    String best = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : right) {
      if (Math.abs(candidate.length() - word.length()) > 4) {
        continue;
      }
      int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    int most = Math.max(1, (Math.max(word.length(), best == null ? 0 : best.length()) + 1) / 3);
    return least <= most && least < word.length() ? best : null;
  }

  /// Letters to add, leave out, change or swap with their neighbour (Damerau 1964, optimal string
  /// alignment).
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
