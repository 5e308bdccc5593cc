import ArgumentParser
import Assembly
import CBuild
import CMalloc
import Foundation
import Processes
import Text

/// The entry point. Errors become a line on standard error (for settings, a line for each mistake) and an exit code, and
/// nothing is written to the terminal before all checks have passed.
@main
enum Main {
  static func main() {
    // The threads share one heap arena beside the main thread's: with one each, half a megabyte would be unused.
    mallopt(M_ARENA_MAX, 2)
    _ = build_forget_relocations()
    StandardStream.prepare()
    do {
      let arguments = ProcessArguments.afterName
      if let options = DashboardOptions(plain: arguments) {
        try Application(options: options).run()
      } else if arguments == ["--version"] {
        try Output.write(trusted: Reactui.versionLine)
      } else {
        var command = try Reactui.parseAsRoot(arguments)
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Help, version and completions go to standard output; an error is one line.
  private static func end(with error: any Error) -> Never {
    guard Reactui.exitCode(for: error) == .success else { tell(error) }
    do {
      try Output.write(trusted: Completions.inAnyShell(Reactui.fullMessage(for: error)))
    } catch {
      tell(error)
    }
    exit(EXIT_SUCCESS)
  }

  /// Writes an error on standard error and ends the process.
  static func tell(_ error: any Error) -> Never {
    let message = Reactui.message(for: error)
    let meant = MisspeltCommand.sentence(for: ProcessArguments.afterName, refused: message)
    let sentences = (error as? Failure)?.sentences ?? [meant ?? message]
    let lines = sentences.map { AddressText.withoutPasswords($0.split(separator: "\n").joined(separator: " ")) }
    for line in lines where !line.isEmpty { Output.tell(SafeText(oneLine: line)) }
    // Clients may be working, and must not access what a library's exit handler has freed.
    quick_exit((error as? Failure)?.code.rawValue ?? Reactui.exitCode(for: error).rawValue)
  }
}

/// The reason why the program cannot start or continue: sentences, one per line, and an exit code of sysexits(3).
struct Failure: Error {
  enum Code: Int32 {
    case other = 1
    /// The command line is invalid (EX_USAGE).
    case usage = 64
    /// Something required is not available (EX_UNAVAILABLE).
    case unavailable = 69
    /// A file of settings or secrets is invalid (EX_CONFIG).
    case settings = 78
  }

  var code: Code
  var sentences: [String]
  /// Whether the same will fail until a person changes something.
  var isLasting = false

  init(_ code: Code, _ sentence: String) { self.init(code, [sentence]) }

  init(_ code: Code, _ sentences: [String]) {
    self.code = code
    self.sentences = sentences
  }
}

extension Failure {
  /// Throws if the system does not allow what every command beyond help needs.
  static func checkLimits() throws(Failure) {
    try check(ProcessLimits.shortage())
  }

  static func check(_ shortage: LimitError?) throws(Failure) {
    if let shortage { throw Failure(.unavailable, shortage.sentence) }
  }

  /// Creates the failure of a variable that cannot be used.
  init(_ mistake: EnvironmentMistake) { self.init(.usage, mistake.sentence) }
}
