package dev.carril.simulator.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// Partitions dealt by range, as Kafka's RangeAssignor does: members in natural order take
/// contiguous ranges, and the first ones get one more.
public final class Assignment {

  /// Names as people count them: billing-9 before billing-10.
  public static final Comparator<String> NATURAL = Assignment::compareNaturally;

  private Assignment() {}

  /// What each member of one topic owns. Members without a partition are there with an empty list.
  public static SequencedMap<String, List<Integer>> byRange(
      Collection<String> members, int partitions) {
    var sorted = new ArrayList<>(members);
    sorted.sort(NATURAL);
    var owned = new LinkedHashMap<String, List<Integer>>();
    int next = 0;
    for (int i = 0; i < sorted.size(); i++) {
      int share = partitions / sorted.size() + (i < partitions % sorted.size() ? 1 : 0);
      owned.put(sorted.get(i), IntStream.range(next, next + share).boxed().toList());
      next += share;
    }
    return owned;
  }

  private static int compareNaturally(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
        int iEnd = endOfNumber(a, i);
        int jEnd = endOfNumber(b, j);
        int order = compareNumbers(a.substring(i, iEnd), b.substring(j, jEnd));
        if (order != 0) {
          return order;
        }
        i = iEnd;
        j = jEnd;
      } else {
        int order = Character.compare(a.charAt(i), b.charAt(j));
        if (order != 0) {
          return order;
        }
        i++;
        j++;
      }
    }
    int rest = Integer.compare(a.length() - i, b.length() - j);
    // `m-1` and `m-01` count alike, yet they are two members: the plain order tells them apart.
    return rest != 0 ? rest : a.compareTo(b);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int endOfNumber(String text, int from) {
    int to = from;
    while (to < text.length() && isDigit(text.charAt(to))) {
      to++;
    }
    return to;
  }

  private static int compareNumbers(String a, String b) {
    String x = a.replaceFirst("^0+(?=.)", "");
    String y = b.replaceFirst("^0+(?=.)", "");
    return x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y);
  }
}
