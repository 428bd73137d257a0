package dev.carril.server.words;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option `--lang` of whatever speaks on the command line.
public final class LanguageOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--lang",
      paramLabel = "CODE",
      defaultValue = "en",
      description = "Language of the words: en or es (default ${DEFAULT-VALUE}).")
  private String code;

  /// Picocli sets the fields before anybody reads them.
  public LanguageOption() {
    this.command = CommandSpec.create();
    this.code = "";
  }

  /// The code of a language that there is.
  ///
  /// @throws ParameterException if another was asked for
  public String code() {
    if (!Catalogue.has(code)) {
      throw new ParameterException(
          command.commandLine(), "--lang takes one of " + Catalogue.languages() + ", not " + code);
    }
    return code;
  }
}
