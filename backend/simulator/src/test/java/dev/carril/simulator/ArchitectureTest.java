package dev.carril.simulator;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.ref.Cleaner;
import java.time.Clock;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Holds what the simulator must not know. A run is stored as its commands and its seed, so
/// whatever else could tell two runs apart is kept out here, by rule.
///
/// Each rule has a class below that breaks it, so that a rule that holds nothing is found out.
class ArchitectureTest {

  private static final String HERE = "dev.carril.simulator..";

  private static final JavaClasses SIMULATOR =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.carril.simulator");

  private static final ArchRule KNOWS_FEW_LIBRARIES =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .dependOnClassesThat(
              not(
                  resideInAnyPackage(
                      HERE,
                      "dev.carril.engine.check..",
                      "dev.carril.engine.core..",
                      "dev.carril.engine.source..",
                      "java..",
                      "com.fasterxml.jackson..",
                      "com.ibm.icu..",
                      "org.jspecify..",
                      "org.sqlite..")))
          .because("the arrows go from server to simulator, never back");

  private static final ArchRule NO_THREADS =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.util.concurrent..", "java.lang.ref..")
                  // What all sandboxes share and nobody changes may be kept in such a map.
                  .and(not(oneOf(ConcurrentHashMap.class, ConcurrentMap.class)))
                  .and(not(oneOf(Cleaner.class)))
                  .or(oneOf(Thread.class, ThreadLocal.class, java.util.Timer.class)))
          .because("one owner drives a world, in the order that the seed gives");

  private static final ArchRule ONLY_SQL_CLEANS_UP_LATER =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .and()
          .resideOutsideOfPackage("..simulator.sql..")
          .should()
          .dependOnClassesThat(oneOf(Cleaner.class))
          .because("only a native database outlives the object that stands for it");

  private static final ArchRule NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .dependOnClassesThat(oneOf(Clock.class, java.util.Date.class, java.util.Calendar.class))
          .orShould()
          .accessTargetWhere(
              call("reads the clock", "java.time", "now")
                  .or(call("reads the clock", "java.lang.System", "currentTimeMillis"))
                  .or(call("reads the clock", "java.lang.System", "nanoTime")))
          .because("time is virtual and arrives as an argument");

  private static final ArchRule NO_UNSEEDED_RANDOM =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .dependOnClassesThat(
              oneOf(Random.class, java.security.SecureRandom.class, IdentityHashMap.class)
                  .or(resideInAPackage("java.util.random..")))
          .orShould()
          .accessTargetWhere(
              call("draws lots", "java.lang.Math", "random")
                  .or(call("draws lots", "java.util.UUID", "randomUUID"))
                  .or(call("draws lots", "java.util.Collections", "shuffle"))
                  .or(call("draws lots", "java.lang.System", "identityHashCode")))
          .because("the same seed gives the same history, byte for byte");

  private static final ArchRule NO_SURROUNDINGS =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .accessTargetWhere(
              call("asks the machine", "java.lang.System", "getenv")
                  .or(call("asks the machine", "java.lang.System", "getProperty"))
                  .or(call("asks the machine", "java.lang.System", "lineSeparator"))
                  .or(call("asks the machine", "java.util.Locale", "getDefault"))
                  .or(call("asks the machine", "java.util.TimeZone", "getDefault"))
                  .or(call("asks the machine", "java.time.ZoneId", "systemDefault"))
                  .or(call("asks the machine", "java.nio.charset.Charset", "defaultCharset"))
                  .or(usesTheLocaleOfTheMachine()))
          .because("two machines with one command log give the same bytes");

  private static final ArchRule NO_FILES_OR_SOCKETS =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .and()
          .resideOutsideOfPackage("..simulator.words..")
          .should()
          .dependOnClassesThat(outside())
          .because("whoever drives a world brings what it needs and takes away what it says");

  private static final ArchRule WORDS_READS_ITS_RESOURCES_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..simulator.words..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..")
                  .or(nameMatches("java\\.io\\.(File|RandomAccess)\\w*")))
          .because("the catalogue is on the class path");

  private static final ArchRule SQL_HAS_ONE_ROOM =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .and()
          .resideOutsideOfPackage("..simulator.sql..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."))
          .because("a sandbox's database is one room's business");

  private static final ArchRule NO_CYCLES =
      slices()
          .assignedFrom(eachPackage())
          .should()
          .beFreeOfCycles()
          .because("a package is a room with one door");

  private static final ArchRule NULL_MARKED =
      classes()
          .that()
          .resideInAPackage(HERE)
          .should(liveInANullMarkedPackage())
          .because("nothing is null unless it says so");

  private static final Map<ArchRule, Class<?>> RULES =
      Map.of(
          KNOWS_FEW_LIBRARIES, KnowsATestLibrary.class,
          NO_THREADS, HasALock.class,
          ONLY_SQL_CLEANS_UP_LATER, HasACleaner.class,
          NO_CLOCK, ReadsTheClock.class,
          NO_UNSEEDED_RANDOM, DrawsLots.class,
          NO_SURROUNDINGS, AsksForTheLocale.class,
          NO_FILES_OR_SOCKETS, OpensAFile.class,
          SQL_HAS_ONE_ROOM, AsksADatabase.class);

  @TestFactory
  Stream<DynamicTest> the_simulator_keeps_each_rule() {
    return Stream.concat(
            RULES.keySet().stream(),
            Stream.of(WORDS_READS_ITS_RESOURCES_ONLY, NO_CYCLES, NULL_MARKED))
        .map(rule ->
            DynamicTest.dynamicTest(
                rule.getDescription(), () -> rule.allowEmptyShould(true).check(SIMULATOR)));
  }

  @TestFactory
  Stream<DynamicTest> each_rule_finds_the_class_that_breaks_it() {
    return RULES.entrySet().stream()
        .map(pair ->
            DynamicTest.dynamicTest(
                pair.getValue().getSimpleName(),
                () ->
                    assertTrue(
                        pair.getKey()
                            .evaluate(new ClassFileImporter().importClasses(pair.getValue()))
                            .hasViolation())));
  }

  @Test
  void each_call_that_tells_runs_apart_is_found() {
    assertAll(
        Stream.of(
                "now",
                "nanoTime",
                "currentTimeMillis",
                "random",
                "randomUUID",
                "identityHashCode",
                "toLowerCase",
                "format")
            .map(name ->
                () ->
                    assertTrue(
                        Stream.of(NO_CLOCK, NO_UNSEEDED_RANDOM, NO_SURROUNDINGS)
                            .map(rule ->
                                rule.evaluate(
                                    new ClassFileImporter()
                                        .importClasses(
                                            ReadsTheClock.class,
                                            DrawsLots.class,
                                            AsksForTheLocale.class)))
                            .flatMap(result -> result.getFailureReport().getDetails().stream())
                            .anyMatch(line -> line.contains("." + name + "(")),
                        name)));
  }

  @Test
  void the_classes_are_there_to_be_looked_at() {
    assertFalse(SIMULATOR.isEmpty());
    assertTrue(packages().contains("dev.carril.simulator"));
  }

  // --- what the rules are made of

  private static Set<String> packages() {
    return SIMULATOR.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
  }

  /// A call of a method by this name on the class, or on any class of the package.
  private static DescribedPredicate<JavaAccess<?>> call(String what, String owner, String name) {
    return describe(
        what,
        access ->
            access.getTarget().getName().equals(name)
                && (access.getTargetOwner().getFullName().equals(owner)
                    || access.getTargetOwner().getFullName().startsWith(owner + ".")));
  }

  /// The methods of String that take the machine's locale when they are given none.
  private static DescribedPredicate<JavaAccess<?>> usesTheLocaleOfTheMachine() {
    Set<String> targets =
        Set.of(
            "java.lang.String.toLowerCase()",
            "java.lang.String.toUpperCase()",
            "java.lang.String.formatted([Ljava.lang.Object;)",
            "java.lang.String.format(java.lang.String, [Ljava.lang.Object;)");
    return describe(
        "uses the machine's locale", access -> targets.contains(access.getTarget().getFullName()));
  }

  /// Files, sockets and the console; what stays in memory may be used, and so may the exceptions
  /// that a JSON reader declares.
  private static DescribedPredicate<JavaClass> outside() {
    return resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.io..")
        .and(not(nameMatches("java\\.io\\.(Unchecked)?IOException")))
        .and(not(nameMatches("java\\.io\\.(String|CharArray|ByteArray)\\w+")))
        .and(not(nameMatches("java\\.io\\.(Serializable|Reader|Writer|InputStream|OutputStream)")));
  }

  /// One of these classes or of those inside them, by name: the others are not read.
  private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
    return describe(
        "is one of " + Stream.of(types).map(Class::getSimpleName).collect(Collectors.joining(", ")),
        asked ->
            Stream.of(types)
                .map(Class::getName)
                .anyMatch(name ->
                    asked.getName().equals(name) || asked.getName().startsWith(name + "$")));
  }

  private static DescribedPredicate<JavaClass> nameMatches(String pattern) {
    return describe("is named " + pattern, type -> type.getName().matches(pattern));
  }

  private static SliceAssignment eachPackage() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return type.getPackageName().startsWith("dev.carril.simulator")
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "the packages of the simulator";
      }
    };
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
        events.add(new SimpleConditionEvent(type, marked, type.getPackageName()));
      }
    };
  }

  // --- one class for each rule, which breaks it

  static final class KnowsATestLibrary {
    final DescribedPredicate<Object> any = alwaysTrue();
  }

  static final class HasALock {
    final ReentrantLock lock = new ReentrantLock();
  }

  static final class HasACleaner {
    final Cleaner cleaner = Cleaner.create();
  }

  static final class ReadsTheClock {
    long read() {
      return Instant.now().toEpochMilli() + System.nanoTime() + System.currentTimeMillis();
    }
  }

  static final class DrawsLots {
    final IdentityHashMap<Object, Object> byIdentity = new IdentityHashMap<>();

    double draw() {
      return Math.random() + ThreadLocalRandom.current().nextInt() + System.identityHashCode(this);
    }

    String name() {
      return UUID.randomUUID().toString();
    }
  }

  static final class AsksForTheLocale {
    String tell(String word) {
      return String.format("%s", word.toLowerCase());
    }
  }

  static final class OpensAFile {
    final java.nio.file.Path path = java.nio.file.Path.of("x");
  }

  static final class AsksADatabase {
    java.sql.@org.jspecify.annotations.Nullable Connection connection;
  }
}
