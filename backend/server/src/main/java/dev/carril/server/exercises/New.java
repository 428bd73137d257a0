package dev.carril.server.exercises;

import picocli.CommandLine.Command;

/// `carril new …`. It does nothing by itself.
@Command(
    name = "new",
    description = "Makes something to begin with.",
    mixinStandardHelpOptions = true,
    subcommands = NewExercise.class)
public final class New {}
