import Text

/// A program to start, with its arguments. Never a line for a shell, because an argument may contain anything that a shell would
/// interpret.
public struct ProgramCall: Sendable, Hashable {
  /// The program, which is looked up in `PATH`, and its arguments.
  public var words: [String]
  /// What it reads from its standard input; `nil` for none.
  public var input: SafeText?

  public init(_ words: [String], input: SafeText? = nil) {
    self.words = words
    self.input = input
  }

  /// The program's name without its folder, for a sentence.
  public var name: SafeText { SafeText(oneLine: words.first?.pathNames.last ?? "") }
}
