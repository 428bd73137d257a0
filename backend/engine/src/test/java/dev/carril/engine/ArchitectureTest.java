package dev.carril.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Holds what the engine must not know, and what its core must not know on top of that.
///
/// Each rule has a class below that breaks it, so that a rule that holds nothing is found out.
class ArchitectureTest {
  private static final String HERE = "dev.carril.engine..";
  private static final String CORE = "dev.carril.engine.core..";

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.carril.engine");

  private static final ArchRule KNOWS_FEW_LIBRARIES =
      noClasses()
          .that()
          .resideInAPackage(HERE)
          .should()
          .dependOnClassesThat(
              not(resideInAnyPackage(HERE, "java..", "org.jspecify..", "org.slf4j..")))
          .because("the engine knows no Kafka, no web and no simulator");

  private static final ArchRule CORE_KNOWS_WORDS_ONLY =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              not(
                  resideInAnyPackage(
                      CORE,
                      "dev.carril.engine.check..",
                      "dev.carril.engine.source..",
                      "java.lang..",
                      "java.util..",
                      "java.math..",
                      "org.jspecify..")))
          .because("decisions need no more than the words for them");

  private static final ArchRule CORE_HAS_NO_THREADS =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.util.concurrent..", "java.lang.ref..", "java.lang.invoke..")
                  .and(
                      not(
                          describe(
                              "lambdas",
                              type ->
                                  type.getName().startsWith("java.lang.invoke.LambdaMetafactory"))))
                  .or(oneOf(Thread.class, ThreadLocal.class, java.util.Timer.class)))
          .because("whoever drives the core brings the threads");

  private static final ArchRule CORE_HAS_NO_CLOCK_AND_NO_LOTS =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              oneOf(Random.class, java.security.SecureRandom.class)
                  .or(
                      resideInAnyPackage(
                          "java.util.random..", "java.time..", "java.util.logging..")))
          .orShould()
          .accessTargetWhere(
              call("java.lang.System", "currentTimeMillis")
                  .or(call("java.lang.System", "nanoTime"))
                  .or(call("java.lang.Math", "random"))
                  .or(call("java.util.UUID", "randomUUID")))
          .because("the same events give the same effects");

  private static final ArchRule CORE_KNOWS_NO_IDENTITY =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(oneOf(IdentityHashMap.class, HashMap.class, HashSet.class))
          .orShould()
          .accessTargetWhere(
              call("java.lang.System", "identityHashCode").or(call("java.lang.Object", "hashCode")))
          .because("nothing may hang on the order in which objects happened to be made");

  private static final ArchRule NO_CYCLES =
      slices()
          .matching("dev.carril.engine.(*)..")
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
          CORE_KNOWS_WORDS_ONLY, dev.carril.engine.core.BreaksRules.OpensAFile.class,
          CORE_HAS_NO_THREADS, dev.carril.engine.core.BreaksRules.HasALock.class,
          CORE_HAS_NO_CLOCK_AND_NO_LOTS, dev.carril.engine.core.BreaksRules.DrawsLots.class,
          CORE_KNOWS_NO_IDENTITY, dev.carril.engine.core.BreaksRules.KnowsIdentity.class);

  @TestFactory
  Stream<DynamicTest> the_engine_keeps_each_rule() {
    return Stream.concat(RULES.keySet().stream(), Stream.of(NO_CYCLES, NULL_MARKED))
        .map(rule ->
            DynamicTest.dynamicTest(
                rule.getDescription(), () -> rule.allowEmptyShould(true).check(ENGINE)));
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
  void the_classes_are_there_to_be_looked_at() {
    assertFalse(ENGINE.isEmpty());
    assertTrue(ENGINE.contain("dev.carril.engine.core.Intake"));
  }

  private static DescribedPredicate<JavaAccess<?>> call(String owner, String name) {
    return describe(
        "calls " + name,
        access ->
            access.getTarget().getName().equals(name)
                && access.getTargetOwner().getFullName().equals(owner));
  }

  private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
    return describe(
        "is one of " + Stream.of(types).map(Class::getSimpleName).toList(),
        asked -> Stream.of(types).anyMatch(type -> asked.getName().equals(type.getName())));
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked =
            type.getPackage().isAnnotatedWith(NullMarked.class)
                || type.getName().equals("module-info");
        events.add(new SimpleConditionEvent(type, marked, type.getPackageName()));
      }
    };
  }

  static final class KnowsATestLibrary {
    final DescribedPredicate<Object> any = DescribedPredicate.alwaysTrue();
  }
}
