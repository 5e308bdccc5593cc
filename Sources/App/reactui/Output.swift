import Processes
import Text

/// The output of commands without a screen, through ``Processes/StandardStream``, which nothing else uses for texts.
///
/// Arguments, paths and variables may contain anything, also what a terminal obeys. So everything is ``SafeText`` that is not
/// the program's own.
enum Output {
  /// Writes lines on standard output.
  static func write(_ lines: [SafeText]) throws(Failure) {
    try write(trusted: lines.map(\.string).joined(separator: "\n"))
  }

  /// Writes a line on standard error.
  static func tell(_ sentence: SafeText) { StandardStream.tell("reactui: \(sentence.string)") }

  /// Writes a text on standard output, with a line end if it has none.
  ///
  /// - Parameter text: The program's own: it contains foreign text only as ``SafeText``.
  static func write(trusted text: String) throws(Failure) {
    do {
      try StandardStream.output.write(text.ends(with: "\n") ? text : text + "\n")
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  init(_ error: StreamError) { self.init(.other, error.sentence) }
}
