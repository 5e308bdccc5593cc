import Processes

/// The output of commands without a screen, through ``Processes/StandardStream``.
enum Output {
  /// Writes a text on standard output, with a line end if it has none.
  static func write(_ text: String) throws(Failure) {
    do {
      try StandardStream.output.write(text.hasSuffix("\n") ? text : text + "\n")
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  init(_ error: StreamError) { self.init(.other, error.sentence) }
}
