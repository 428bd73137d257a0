package dev.carril.course;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// Holds the arrows of this module, and what each of its rooms must not know.
class ArchitectureTest {
  private static final JavaClasses COURSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.carril.course");

  @Test
  void the_course_knows_the_simulator_and_few_libraries() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                    "dev.carril.course..",
                    "dev.carril.simulator..",
                    "java..",
                    "com.fasterxml.jackson..",
                    "org.commonmark..",
                    "org.jspecify..",
                    "org.snakeyaml..")))
        .because("the arrows go from server to course, never back")
        .check(COURSE);
  }

  @Test
  void only_reading_knows_files_markdown_and_yaml() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..course.read..", "..course.check..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.commonmark..", "org.snakeyaml..")
                .or(resideInAPackage("java.nio.file").and(not(isPath()))))
        .check(COURSE);
  }

  private static com.tngtech.archunit.base.DescribedPredicate<
          com.tngtech.archunit.core.domain.JavaClass>
      isPath() {
    return com.tngtech.archunit.base.DescribedPredicate.describe(
        "is a path", type -> type.isEquivalentTo(java.nio.file.Path.class));
  }

  @Test
  void judging_asks_no_clock_and_no_lot() {
    noClasses()
        .that()
        .resideInAnyPackage("..course.judge..", "..course.goal..", "..course.progress..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.util.random..", "java.util.concurrent.."))
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(java.util.Random.class, java.time.Clock.class, Thread.class)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .because("the same attempt is judged the same at any time")
        .check(COURSE);
  }

  @Test
  void rooms_do_not_turn_in_circles() {
    slices().matching("dev.carril.course.(*)..").should().beFreeOfCycles().check(COURSE);
  }
}
