package dev.carril.simulator;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Why a command did nothing. A problem changes nothing. Its code is its name in kebab-case; the
/// catalogue of words has a sentence for each, with the components as parameters.
public sealed interface Problem {

  /// The code: `UnknownTopic` is `unknown-topic`.
  default String code() {
    return Codes.of(getClass());
  }

  /// The part of the command that is wrong, as the grammar names it: `topic`, `partition`, `value`
  /// …
  String about();

  /// What the marked part should be replaced with, or null.
  default @Nullable String suggestion() {
    return null;
  }

  // ---- the line ----

  record UnknownCommand(String word, @Nullable String suggestion) implements Problem {
    @Override
    public String about() {
      return "verb";
    }
  }

  /// `update`, `delete`, `insert`, `drop`, `alter`: a log takes back nothing.
  record RecordsDoNotChange(String word) implements Problem {
    @Override
    public String about() {
      return "verb";
    }
  }

  record UnexpectedWord(String word, @Nullable String suggestion, List<String> allowed)
      implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record MissingPart(String part, String usage) implements Problem {
    @Override
    public String about() {
      return "end";
    }
  }

  record OptionTwice(String option) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record OptionsExclude(String option, String other) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record OptionNeeds(String option, String other) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  /// Something stands where an option wants a value of another kind.
  ///
  /// @param what the option or part
  /// @param kind `whole-number`, `duration`, `retention`, `choice`, `target`, `header`
  /// @param choices what would be right, where that is a short list
  record WrongValue(
      String what, String kind, String word, List<String> choices, @Nullable String suggestion)
      implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record NumberTooSmall(String what, String word, long least) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record NumberTooLarge(String what, String word, long most) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  /// @param what `topic`, `group`, `member` or `name`
  record BadName(String what, String name) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record NameTooLong(String what, int length, int most) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record EmptyWord(String option) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record QuoteNotClosed(String option) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record AfterQuote(String word) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record MissingValue(String usage) implements Problem {
    @Override
    public String about() {
      return "end";
    }
  }

  /// @param found the character that does not fit, or empty at the end
  /// @param row the line of the value, from 1, when it has several
  record JsonInvalid(String found, int row, int column) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record JsonNotClosed() implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record JsonTooDeep(int most) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record BadCharacter(String character) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record SeveralLines() implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record LineTooLong(long bytes, long most) implements Problem {
    @Override
    public String about() {
      return "line";
    }
  }

  // ---- what is there ----

  record UnknownTopic(String topic, @Nullable String suggestion, List<String> topics)
      implements Problem {
    @Override
    public String about() {
      return "topic";
    }
  }

  /// Instances keep it, and all that others can do is to read it.
  ///
  /// @param purpose what else was wanted of it
  /// @param origins the topics from which it comes, which the group's instances read
  record OnlyToRead(String topic, String group, Purpose purpose, List<String> origins)
      implements Problem {
    public enum Purpose {
      APPEND,
      CONSUME,
      START,
      COMPACT,
      FAULT,
      TRACE,
      COMMIT_POINT,
      CHECK_ORDER,
      COMPARE;

      public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }

    @Override
    public String about() {
      return "topic";
    }
  }

  /// Under such a name the dead letters of a group can be read, whether it is there yet or not.
  record TopicOfDeadLetters(String topic, String group) implements Problem {
    @Override
    public String about() {
      return "topic";
    }
  }

  record UnknownGroup(String group, @Nullable String suggestion, List<String> groups)
      implements Problem {
    @Override
    public String about() {
      return "group";
    }
  }

  record UnknownMember(
      String member, String group, @Nullable String suggestion, List<String> members)
      implements Problem {
    @Override
    public String about() {
      return "as";
    }
  }

  record UnknownPartition(String topic, String partition, List<String> partitions)
      implements Problem {
    @Override
    public String about() {
      return "partition";
    }
  }

  /// No record stands there, and none has that an instance was given.
  record UnknownOffset(String topic, int partition, long offset, long start, long end)
      implements Problem {
    @Override
    public String about() {
      return "which";
    }
  }

  record TopicExists(String topic) implements Problem {
    @Override
    public String about() {
      return "topic";
    }
  }

  record KeyMissing(String topic) implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record TombstoneNeedsKey() implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record NotCompacted(String topic) implements Problem {
    @Override
    public String about() {
      return "topic";
    }
  }

  // ---- instances ----

  record UnknownInstance(String name, @Nullable String suggestion, List<String> instances)
      implements Problem {
    @Override
    public String about() {
      return "name";
    }
  }

  /// It is about to end, and cannot be started before it has.
  record InstanceIsStopping(String name) implements Problem {
    @Override
    public String about() {
      return "name";
    }
  }

  record InstanceExists(String name) implements Problem {
    @Override
    public String about() {
      return "name";
    }
  }

  /// It has ended, so there is nothing to do to it but to start it again.
  record InstanceIsGone(String name) implements Problem {
    @Override
    public String about() {
      return "name";
    }
  }

  /// An option that only the engine knows, of an instance in which another core decides.
  ///
  /// @param departure what makes it another one, as it is typed
  record EngineOnly(String option, String departure) implements Problem {
    @Override
    public String about() {
      return option;
    }
  }

  /// A member of the console has this name, or an instance has it where the console would.
  record MemberIsTaken(String member, String group) implements Problem {
    @Override
    public String about() {
      return "as";
    }
  }

  record NotOwned(String name, int partition, List<String> owned) implements Problem {
    @Override
    public String about() {
      return "partition";
    }
  }

  /// Its positions are an instance's affair while one runs.
  record GroupRuns(String group) implements Problem {
    @Override
    public String about() {
      return "group";
    }
  }

  record NoInstances(String group) implements Problem {
    @Override
    public String about() {
      return "group";
    }
  }

  record NoDeadLetter(String group, String place) implements Problem {
    @Override
    public String about() {
      return "which";
    }
  }

  /// An earlier dead letter of a halted session comes first.
  record RedriveOutOfTurn(String place, String suggestion) implements Problem {
    @Override
    public String about() {
      return "which";
    }
  }

  record NoSuchSend(int failing, int sends) implements Problem {
    @Override
    public String about() {
      return "failing";
    }
  }

  record TooManySends(int sends, int most) implements Problem {
    @Override
    public String about() {
      return "values";
    }
  }

  record NotHalted(String session, @Nullable String suggestion, List<String> halted)
      implements Problem {
    @Override
    public String about() {
      return "session";
    }
  }

  record TooManyInstances(int most) implements Problem {
    @Override
    public String about() {
      return "name";
    }
  }

  record NothingToUndo() implements Problem {
    @Override
    public String about() {
      return "verb";
    }
  }

  record NothingToRedo() implements Problem {
    @Override
    public String about() {
      return "verb";
    }
  }

  /// Time is to go on in a command that is not the last thing that was done, or no `run`.
  record NotTheLast() implements Problem {
    @Override
    public String about() {
      return "line";
    }
  }

  /// A moment of the history that is not there.
  record NoSuchMoment() implements Problem {
    @Override
    public String about() {
      return "line";
    }
  }

  /// A moment within a command, from which there is no going on.
  record WithinCommand() implements Problem {
    @Override
    public String about() {
      return "line";
    }
  }

  // ---- limits ----

  record TooManyTopics(int most) implements Problem {
    @Override
    public String about() {
      return "topic";
    }
  }

  record TooManyPartitions(long wanted, int most) implements Problem {
    @Override
    public String about() {
      return "partitions";
    }
  }

  record TooManyRecords(int most) implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record TooManyGroups(int most) implements Problem {
    @Override
    public String about() {
      return "group";
    }
  }

  record TooManyMembers(String group, int most) implements Problem {
    @Override
    public String about() {
      return "as";
    }
  }

  record RecordTooLarge(long bytes, long most) implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record SandboxFull(long bytes, long most) implements Problem {
    @Override
    public String about() {
      return "value";
    }
  }

  record LogFull(int most) implements Problem {
    @Override
    public String about() {
      return "verb";
    }
  }

  record ClockAtEnd(String latest) implements Problem {
    @Override
    public String about() {
      return "duration";
    }
  }

  // ---- SQL ----

  /// @param detail what is wrong, as the database says it or as a code of the catalogue
  record SqlFailed(String detail, int at) implements Problem {
    @Override
    public String about() {
      return "sql";
    }
  }

  /// A statement of `then sql` failed at a record, so nothing of this consume is kept.
  record SqlFailedAtRecord(String record, String detail, int at) implements Problem {
    @Override
    public String about() {
      return "sql";
    }
  }

  /// Any other reason why the database refused; `params` go into the sentence `problem.sql-CODE`.
  record SqlRefused(String reason, Map<String, String> params, @Nullable String record, int at)
      implements Problem {
    @Override
    public String code() {
      return "sql-" + reason;
    }

    @Override
    public String about() {
      return "sql";
    }
  }

  // ---- commands of Kafka's own tools ----

  record ToolUnknown(String tool, List<String> tools) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record ToolOptionUnknown(String tool, String option) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  record ToolOptionMissing(String tool, String option) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  /// The real tool can do it and the simulator cannot, or not so; the sentence of `reason`
  /// explains.
  record ToolHasNoPlace(String tool, String option, String reason) implements Problem {
    @Override
    public String about() {
      return "word";
    }
  }

  /// Class names in kebab-case, worked out once each.
  final class Codes {
    private static final Map<Class<?>, String> KNOWN = new ConcurrentHashMap<>();

    private Codes() {}

    public static String of(Class<?> type) {
      return KNOWN.computeIfAbsent(
          type,
          t ->
              t.getSimpleName()
                  .replaceAll("(?<!^)(?=[A-Z])", "-")
                  .toLowerCase(java.util.Locale.ROOT));
    }
  }
}
