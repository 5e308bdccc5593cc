import Foundation
import Model
import Screen
import Signals
import Text

/// A field for the name of a file to which a text is written, and the clipboard below it.
///
///     File  edits-2026-11-26-1403.csv
///     Write edits-2026-11-26-1403.csv      121 lines
///     Copy to the clipboard                121 lines
package struct WriteField: Sendable {
  /// The name that is offered, without what tells it from others of its kind.
  let name: SafeText
  let suffix: SafeText
  /// Whether the name has the time, because the same is shown differently later.
  var isDated = true
  var title: SafeText = "Write what is shown"
  /// Returns the text as it is when the field is opened.
  let text: @UI @Sendable (PaneContext) -> String
  let request: @UI @Sendable (ProgramRequest) -> Void

  package init(
    name: SafeText, suffix: SafeText, isDated: Bool = true, text: @escaping @UI @Sendable (PaneContext) -> String,
    request: @escaping @UI @Sendable (ProgramRequest) -> Void
  ) {
    (self.name, self.suffix, self.isDated, self.text, self.request) = (name, suffix, isDated, text, request)
  }

  var layer: LayerRequest {
    LayerRequest(openedBy: .everywhere.write) { surroundings in
      ChoiceOverlay(
        list(surroundings.context), closingKeys: surroundings.openingKeys, close: surroundings.close)
    }
  }

  @UI private func list(_ context: PaneContext) -> ChoiceList {
    let (text, request) = (text(context), request)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.ends(with: "\n") ? 1 : 0)
    let size = SafeText(lines, "line", "lines")
    var list = ChoiceList(
      title, field: "File", verb: "write", whenEmpty: { _ in "" }, openedBy: .everywhere.write,
      following: { path in path.map { Self.choices($0, size: size) } },
      choose: { choice in
        if choice.id == Self.clipboard {
          request(.copy(SafeText.lines(of: text).joined(separator: "\n")))
        } else {
          request(.write(TextFile(path: String(choice.id.dropFirst(Self.file.count)), text: text)))
        }
      })
    let time: SafeText = "-\(context.clock.date(context.now))-\(context.clock.minutes(context.now))"
    list.text = "\(name)\(isDated ? SafeText(oneLine: time.string.replacing(":", with: "")) : "")\(suffix)"
    return list
  }

  private static let (clipboard, file) = ("clipboard", "file ")

  private static func choices(_ path: SafeText, size: SafeText) -> [Choice] {
    let copy = Choice(id: clipboard, title: "Copy to the clipboard", detail: size)
    let path = SafeText(oneLine: path.string.trimmingCharacters(in: .whitespaces))
    return path.isEmpty ? [copy] : [Choice(id: file + path.string, title: "Write \(path)", detail: size), copy]
  }

  /// Why a chart cannot be written.
  package static let noChart: SafeText = "There is no chart to write yet"

  /// The command that opens it.
  @UI package static func command(
    disabled: @autoclosure @escaping @UI () -> SafeText? = nil, layers: Signal<LayerRequest, Never>.Observer,
    field: @escaping @UI () -> WriteField?
  ) -> Command {
    Command(.everywhere.write, disabled: disabled()) {
      if let field = field() { layers.send(value: field.layer) }
    }
  }

  /// Asks whether a file that is there is to be replaced.
  static func replacing(_ file: TextFile, request: @escaping @UI @Sendable (ProgramRequest) -> Void) -> ChoiceList {
    let choices = [
      Choice(id: "replace", title: "Replace it"), Choice(id: "keep", title: "Leave it as it is"),
    ]
    return ChoiceList("“\(SafeText(label: file.path))” is there already", choices, verb: "do it") { choice in
      if choice.id == "replace" { request(.write(TextFile(path: file.path, text: file.text, replaces: true))) }
    }
  }
}
