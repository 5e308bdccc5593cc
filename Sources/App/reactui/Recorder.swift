import Foundation
import Recording

extension Application {
  /// Returns what writes `--record`'s file; `nil` without the option.
  func sessionRecorder(_ environment: [String: String]) throws(Failure) -> SessionRecorder? {
    guard let file = options.record else { return nil }
    // A file that may not grow any more must give an error and not a signal.
    signal(SIGXFSZ, SIG_IGN)
    do throws(RecordingError) {
      return try SessionRecorder(
        path: file, title: "reactui \(Reactui.version)", terminal: environment["TERM"] ?? "")
    } catch {
      throw Failure(.other, error.sentence.string)
    }
  }
}
