package dev.carril.server.exercises;

import picocli.CommandLine.Command;

/// `carril check …`. It does nothing by itself.
@Command(
    name = "check",
    description = "Checks what was written for Carril.",
    mixinStandardHelpOptions = true,
    subcommands = CheckExercises.class)
public final class Check {}
