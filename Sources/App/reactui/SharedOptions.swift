import ArgumentParser

// The options that the dashboard and its subcommands share. The parser treats a group used by both as one, wherever its
// options are given; an option declared by each would never reach the subcommand.

/// The choice between the demonstration and the public services.
struct OriginOptions: ParsableArguments {
  @Flag(help: "Show the built-in demonstration; needs no network.")
  var demo = false

  @Flag(help: "Use the public services only.")
  var live = false

  func validate() throws {
    if demo && live { throw ValidationError("--demo and --live exclude each other.") }
  }
}

/// Whether anything is stored between two runs.
struct KeepingOptions: ParsableArguments {
  @Flag(help: "Neither read nor keep anything of this session and those before: no state, no cache.")
  var noState = false
}

/// The selected tab of questions.
struct TabOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The tab of Stack Overflow, by its name or its number.", valueName: "name"),
    completion: Completions.tabs)
  var tab: String?
}
