import ArgumentParser

// What the dashboard and its subcommands both take. A group that both name is one and the same to the parser, wherever its
// options stand; of an option that each has as its own, the subcommand would never hear.

/// Whether the demonstration or the public services are asked.
struct OriginOptions: ParsableArguments {
  @Flag(help: "Show the built-in demonstration; needs no network.")
  var demo = false

  @Flag(help: "Use the public services only.")
  var live = false

  func validate() throws {
    if demo && live { throw ValidationError("--demo and --live exclude each other.") }
  }
}

/// Whether anything is kept between two sessions.
struct KeepingOptions: ParsableArguments {
  @Flag(help: "Neither read nor keep anything of this session and those before: no state, no cache.")
  var noState = false
}

/// Which tab of questions is meant.
struct TabOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The tab of Stack Overflow, by its name or its number.", valueName: "name"),
    completion: Completions.tabs)
  var tab: String?
}
