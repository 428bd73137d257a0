package dev.carril.simulator.prove;

import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Lots;
import java.util.List;

/// What happens in one world, drawn from a seed: instances with small bounds, bursts of traffic,
/// and faults of every kind in any order; in the end everything is healed and must come to its end.
final class Schedule {
  private static final String TOPIC = "orders";
  static final String NAME = "g";
  static final String GROUP = " group " + NAME;

  /// What is asked in the end.
  static final String CHECK = "check order " + TOPIC + GROUP;

  private static final String[] NAMES = {"a", "b", "c"};

  /// Each lets every halted session end at least one record more.
  private static final int ROUNDS_TO_RELEASE = 200;

  /// One world in so many is large.
  private static final int LARGE = 100;

  // Other cores do not know these; the same lots are drawn for each design all the same.
  private static final String ENGINE_ONLY =
      " resizes| (?:ahead|idle|budget|gap-timeout|handlers within|handlers|after-dead-letter|pauses)"
          + " \\w+";

  private final Lots lots;
  private final Design design;
  private final boolean small;
  private final Play play;
  private int partitions;
  private int sessions;
  private boolean compacted;

  private Schedule(long seed, Design design, Lines reading) {
    this.design = design;
    lots = new Lots(seed);
    small = seed % LARGE != LARGE - 1;
    play = new Play(seed, small, reading);
  }

  static Played play(long seed, Design design, Lines reading) {
    return new Schedule(seed, design, reading).play();
  }

  private Played play() {
    create();
    String settings = settings();
    int instances = 1 + lots.below(3);
    for (int at = 0; at < instances; at++) {
      run("start " + NAMES[at] + settings);
    }
    int rounds = small ? 4 + lots.below(8) : 12;
    for (int round = 0; round < rounds && play.violation() == null; round++) {
      for (int count = lots.below(3); count >= 0; count--) {
        act(settings);
      }
      run("traffic " + TOPIC + traffic());
      // Sometimes several things at one moment, or a few steps apart.
      switch (lots.below(6)) {
        case 0 -> {}
        case 1 -> run("step " + (1 + lots.below(40)));
        default -> run("run " + (1 + lots.below(small ? 100 : 400)) + "ms");
      }
    }
    if (play.violation() == null) {
      comeToAnEnd(settings);
    }
    return play.end();
  }

  private boolean run(String line) {
    return play.violation() == null && play.run(line);
  }

  private void create() {
    partitions = 1 + lots.below(4);
    sessions = small ? 1 + lots.below(12) : 20 + lots.below(400);
    compacted = lots.chance(15);
    String kept =
        compacted
            ? " compacted"
            : lots.chance(10) ? " retention " + (20 + lots.below(200)) + " records" : "";
    run("create topic " + TOPIC + " partitions " + partitions + kept);
  }

  private String settings() {
    var text = new StringBuilder(" on " + TOPIC + GROUP);
    if (design != Design.LANES) {
      text.append(" design ").append(design.word());
    }
    int poll = small ? 1 + lots.below(16) : 50 + lots.below(400);
    text.append(" workers ").append(1 + lots.below(small ? 4 : 8));
    text.append(" lane capacity ").append(1 + lots.below(small ? 6 : 40));
    text.append(" store ").append(1 + lots.below(small ? 20 : 400));
    text.append(" ahead ").append(1 + lots.below(small ? 30 : 1_000));
    text.append(" held ").append(small ? 32 + lots.below(33) : 2_000);
    text.append(" poll ").append(poll);
    int work = 1 + lots.below(6);
    int shuffle = lots.chance(85) ? 1 + lots.below(8) : 0;
    text.append(" work ").append(work).append("ms");
    text.append(" idle ").append(1 + lots.below(80)).append("ms");
    text.append(" retry ").append(1 + lots.below(4));
    text.append(" from ").append(1 + lots.below(8)).append("ms");
    text.append(" commit every ").append(1 + lots.below(25)).append("ms");
    text.append(" drain within ").append(lots.pick(5, 40, 400, 400)).append("ms");
    text.append(" budget ").append(1 + lots.below(30));
    if (shuffle > 0) {
      text.append(" shuffle ").append(shuffle).append("ms");
    }
    if (lots.chance(25)) {
      text.append(" gap-timeout ").append(1 + lots.below(40)).append("ms");
    }
    if (lots.chance(20)) {
      // Only what is slow or hangs may take longer, or nothing would ever succeed.
      text.append(" handlers within ").append(work + shuffle + 1 + lots.below(30)).append("ms");
    }
    if (lots.chance(25)) {
      text.append(" handlers ").append(1 + lots.below(6));
    }
    if (lots.chance(20)) {
      text.append(" dedup on");
    }
    if (lots.chance(20)) {
      text.append(" after-dead-letter halt");
    }
    if (lots.chance(20)) {
      text.append(" pauses ").append(1 + lots.below(60)).append("ms");
    }
    if (lots.chance(20)) {
      text.append(" resizes");
    }
    String typed = text.append(" from-beginning").toString();
    return design == Design.LANES ? typed : typed.replaceAll(ENGINE_ONLY, "");
  }

  private String traffic() {
    int messages = small ? 40 + lots.below(300) : 500 + lots.below(3_000);
    int rate = lots.pick(500, 2_000, 10_000, 50_000);
    return " sessions "
        + sessions
        + " messages "
        + messages
        + " rate "
        + rate
        + "/s"
        + (lots.chance(30) ? " zipf" : "")
        + " seed "
        + lots.below(1_000_000);
  }

  // Something that goes wrong, or right again. What cannot be now is refused and forgotten.
  private void act(String settings) {
    String name = NAMES[lots.below(NAMES.length)];
    switch (lots.below(24)) {
      case 0, 1 -> run("fail " + TOPIC + " " + (1 + lots.below(30)) + "%" + how());
      case 2 -> run("fail " + TOPIC + " key=" + key() + how());
      case 3 -> run("slow " + TOPIC + " key=" + key() + " " + (5 + lots.below(100)) + "ms");
      case 4 -> run("hang " + TOPIC + " " + spot());
      case 5, 6 -> run("outage dead-letters " + (1 + lots.below(100)) + "ms");
      case 7, 8 -> run("fail commits " + (1 + lots.below(60)) + "ms");
      case 9, 10 -> run("crash " + name);
      case 11, 12, 13 -> {
        if (!run("restart " + name)) {
          run("start " + name + settings);
        }
      }
      case 14, 15 -> run("stop " + name);
      case 16, 17 -> run("lose " + name + " p" + lots.below(partitions));
      case 18 -> run("freeze " + name + " " + lots.pick(10, 100, 12_000) + "ms");
      case 19 -> {
        if (compacted) {
          run("compact " + TOPIC);
        }
      }
      case 20 -> redriveOne();
      case 21 -> {
        if (!play.deadLetters().isEmpty()) {
          run("redrive" + GROUP);
        }
      }
      case 22 -> releaseOne();
      default -> run("heal");
    }
  }

  private void redriveOne() {
    List<String> places = play.deadLetters();
    if (!places.isEmpty()) {
      run("redrive" + GROUP + " " + places.get(lots.below(places.size())));
    }
  }

  private void releaseOne() {
    List<String> halted = play.halted();
    if (!halted.isEmpty()) {
      release(halted.get(lots.below(halted.size())));
    }
  }

  private void release(String session) {
    run("release" + GROUP + " session " + session);
  }

  private String how() {
    return lots.pick(
        "", "", " times 2", " times 5", " terminal", " always", " always terminal", "");
  }

  private String key() {
    return "s-" + (1 + lots.below(sessions));
  }

  private String spot() {
    return "p" + lots.below(partitions) + ":" + lots.below(small ? 200 : 2_000);
  }

  private void comeToAnEnd(String settings) {
    run("heal");
    // Whoever stands still wakes, whoever closes has closed.
    run("run 1m");
    boolean any = false;
    for (String name : NAMES) {
      any |= !run("restart " + name) && play.isRunning(name);
    }
    if (!any && !play.isRunning(NAMES[0])) {
      run("start " + NAMES[0] + settings);
    }
    // What was redriven of a halted session waits until somebody lets it go on, and what ends then
    // may halt it again.
    List<String> halted = play.halted();
    for (int round = 0; round < ROUNDS_TO_RELEASE && !halted.isEmpty(); round++) {
      halted.forEach(this::release);
      run("run 1m");
      halted = play.halted();
    }
    run("run 1h");
    run(CHECK);
    play.mustRest();
  }
}
