import Foundation
import Model
import Screen
import Signals
import Text

/// What the terminal and the disk do at a command's request, and may refuse. Values and errors are the notices in the last line.
struct RequestActions {
  private let copying: Action<SafeText, SafeText, DisplayRefusal>
  private let opening: Action<URL, SafeText, DisplayRefusal>
  private let running: Action<ProgramCall, Void, DisplayRefusal>
  private let writing: Action<TextFile, SafeText, FileRefusal>

  init(display: any Display, files: any TextFiles) {
    (copying, opening) = (.copying(by: display), .opening(by: display))
    (running, writing) = (.running(by: display), .writing(by: files))
  }

  func copy(_ text: SafeText) { copying.apply(text).start() }
  func open(_ address: URL) { opening.apply(address).start() }
  func run(_ call: ProgramCall) { running.apply(call).start() }
  func write(_ file: TextFile) { writing.apply(file).start() }

  /// Sends what was done, or why it was refused.
  var notices: Signal<SafeText, Never> {
    .merge([
      copying.values, copying.errors.map(\.sentence), opening.values, opening.errors.map(\.sentence),
      running.errors.map(\.sentence), writing.values, writing.errors.filter { !$0.mayReplace }.map(\.sentence),
    ])
  }

  /// Sends files that would replace others.
  var replacements: Signal<TextFile, Never> { writing.errors.filter(\.mayReplace).map(\.file) }
}

extension Action where Input == SafeText, Output == SafeText, Error == DisplayRefusal {
  /// Puts a text on the clipboard.
  static func copying(by display: any Display) -> Action {
    Action { [weak display] text in
      .onInterface { () throws(DisplayRefusal) in
        try display?.copy(text)
        let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false).count
        return lines == 1 ? "Copied \(text)" : "Copied \(lines) lines"
      }
    }
  }
}

extension Action where Input == URL, Output == SafeText, Error == DisplayRefusal {
  /// Opens a page in the browser.
  static func opening(by display: any Display) -> Action {
    Action { [weak display] address in
      .onInterface { () throws(DisplayRefusal) in
        try display?.open(address)
        return "Opened \(SafeText(oneLine: address.absoluteString))"
      }
    }
  }
}

extension Action where Input == ProgramCall, Output == Void, Error == DisplayRefusal {
  /// Gives a program the terminal until it ends.
  static func running(by display: any Display) -> Action {
    Action { [weak display] call in
      .onInterface { () throws(DisplayRefusal) in try display?.run(call.words, input: call.input) }
    }
  }
}

extension Action where Input == TextFile, Output == SafeText, Error == FileRefusal {
  /// Writes a file that a person names.
  static func writing(by files: any TextFiles) -> Action {
    Action { file in files.write(file).map { path in "Wrote \(path)" } }
  }
}

extension SignalProducer where Error == DisplayRefusal {
  /// Work that runs where it is started, which must be on the interface's thread.
  fileprivate static func onInterface(
    _ work: @escaping @UI @Sendable () throws(DisplayRefusal) -> Value
  ) -> SignalProducer {
    SignalProducer { UI.assumeIsolated { Result { () throws(DisplayRefusal) in try work() } } }
  }
}
