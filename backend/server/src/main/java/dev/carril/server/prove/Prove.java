package dev.carril.server.prove;

import dev.carril.simulator.instance.Design;
import dev.carril.simulator.prove.Played;
import dev.carril.simulator.prove.Prover;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Plays schedules until enough of them have kept the laws, or until one has not.
@Command(
    name = "prove",
    description = {
      "Plays random schedules of engine instances, traffic and faults, by seed, and holds each",
      "step to the engine's laws. What breaks one is printed as a script for 'carril run'."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status: 0 every law was kept, 1 one was broken, 2 wrong usage."})
public final class Prove implements Callable<Integer> {
  private static final long SEEDS = 2_000;
  private static final long MESSAGES = 1_000_000;
  private static final long TELL_EVERY_NANOS = 60_000_000_000L;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many schedules (default: 2000, and at least 1000000 messages).")
  private @Nullable Long seeds;

  @Option(names = "--messages", paramLabel = "N", description = "As many as make N messages.")
  private @Nullable Long messages;

  @Option(names = "--seed", paramLabel = "S", description = "This one schedule.")
  private @Nullable Long seed;

  @Option(
      names = "--from",
      paramLabel = "S",
      defaultValue = "0",
      description = "The first seed (default ${DEFAULT-VALUE}).")
  private long from;

  @Option(
      names = "--design",
      paramLabel = "NAME",
      defaultValue = "lanes",
      description = {
        "lanes is the engine (the default). workers and partition only hold records up; any other",
        "is found wrong."
      })
  private String design;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = {
        "Writes the script of what is found there too. The page opens such a file ('Open a file'),",
        "and 'carril run' plays it."
      })
  private @Nullable Path file;

  /// Made by picocli, which sets the fields before anybody reads them.
  public Prove() {
    this.spec = CommandSpec.create();
    this.design = "";
  }

  @Override
  public Integer call() {
    Long only = seed;
    if (only != null && (seeds != null || messages != null)) {
      throw wrong("--seed is one schedule: it goes without --seeds and --messages");
    }
    if (seeds != null && messages != null) {
      throw wrong("--seeds and --messages each say how much is played: give one of them");
    }
    atLeastOne("--seeds", seeds);
    atLeastOne("--messages", messages);
    var prover = new Prover(design());
    mustBeWritable();
    var tally = new Tally(System.nanoTime());
    for (long next = only == null ? from : only; ; next++) {
      long before = System.nanoTime();
      Played played = prover.play(next);
      tally.add(played, System.nanoTime() - before);
      if (played.law() != null) {
        return violated(prover, tally, played);
      }
      if (only != null || isEnough(tally)) {
        tally.print(out());
        out().println("no violation, " + tally.messages + " messages");
        return 0;
      }
      tally.tellNowAndThen();
    }
  }

  private Design design() {
    List<String> all = Design.words();
    if (!all.contains(design)) {
      throw wrong("there is no design '" + design + "': there are " + String.join(", ", all));
    }
    return Design.of(design);
  }

  private void atLeastOne(String option, @Nullable Long count) {
    if (count != null && count < 1) {
      throw wrong(option + ": at least 1, not " + count);
    }
  }

  // What takes hours to be found must not be lost for want of a folder.
  private void mustBeWritable() {
    Path to = file;
    if (to == null) {
      return;
    }
    try {
      boolean isThere = Files.exists(to);
      Files.write(to, List.of(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (!isThere) {
        Files.delete(to);
      }
    } catch (IOException e) {
      throw wrong(cannotWrite(to, e));
    }
  }

  private static String cannotWrite(Path to, IOException why) {
    return "cannot write " + to + ": " + why.getMessage();
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private boolean isEnough(Tally tally) {
    Long schedules = seeds;
    Long wanted = messages;
    if (schedules != null) {
      return tally.schedules >= schedules;
    }
    return wanted != null
        ? tally.messages >= wanted
        : tally.schedules >= SEEDS && tally.messages >= MESSAGES;
  }

  private int violated(Prover prover, Tally tally, Played played) {
    tally.print(out());
    Played shortest = prover.shrink(played);
    List<String> script = prover.script(shortest);
    out().println();
    script.forEach(out()::println);
    out().println();
    save(script);
    out().println("violation " + played.law() + " seed " + played.seed());
    return 1;
  }

  // It was writable once. What was found is printed, so the run still ends with it.
  private void save(List<String> script) {
    Path to = file;
    if (to == null) {
      return;
    }
    try {
      Files.write(to, script);
    } catch (IOException e) {
      spec.commandLine().getErr().println(cannotWrite(to, e));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /// What was played so far, and how long it took.
  private final class Tally {
    private final long startNanos;
    private long toldNanos;
    private long schedules;
    private long messages;
    private long steps;
    private int violations;
    private long smallMessages;
    private long smallNanos;
    private long largeNanos;

    Tally(long startNanos) {
      this.startNanos = startNanos;
      this.toldNanos = startNanos;
    }

    void add(Played played, long nanos) {
      schedules++;
      messages += played.messages();
      steps += played.steps();
      violations += played.law() == null ? 0 : 1;
      if (played.small()) {
        smallMessages += played.messages();
        smallNanos += nanos;
      } else {
        largeNanos += nanos;
      }
    }

    // Who waits for an hour wants to know that something goes on.
    void tellNowAndThen() {
      long now = System.nanoTime();
      if (now - toldNanos > TELL_EVERY_NANOS) {
        toldNanos = now;
        long seconds = (now - startNanos) / 1_000_000_000L;
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            "carril: " + schedules + " schedules, " + messages + " messages in " + seconds + " s");
      }
    }

    void print(PrintWriter out) {
      out.println("schedules   " + schedules);
      out.println("messages    " + messages);
      out.println("steps       " + steps);
      out.println("violations  " + violations);
      out.println("small       " + perSecond(smallMessages, smallNanos));
      out.println("large       " + perSecond(messages - smallMessages, largeNanos));
    }

    private static String perSecond(long count, long nanos) {
      return nanos == 0 ? "none" : Math.round(count * 1e9 / nanos) + " messages/s";
    }
  }
}
