import Foundation
import PaneKit
import Screen
import Text

/// An open edit as a text: what is known about it, then the changed lines. Only visible lines are laid out.
struct EditDocument: LaidOutText {
  /// A line of the text.
  typealias Place = TextLayout.Place

  /// The values from which a document is made. It is only made again when one of them changes.
  struct Source: Sendable, Equatable {
    var event: RecentEvent
    var answer: EditAnswer?
    var width: Int
    var theme: Theme

    /// Compares quickly, however long the answer is, if both sources have the same one: arrays that share memory are equal.
    fileprivate func isSameText(as other: Source) -> Bool {
      theme == other.theme && event == other.event && answer == other.answer
    }
  }

  let source: Source
  let layout: TextLayout

  /// Wikitext has a line for each paragraph, and wide tables.
  static let maxWidth = 120

  init(_ source: Source) {
    var sections = [Self.head(source)]
    switch source.answer {
    case nil: break
    case .absent(let absence)?: sections.append(Self.note(absence.sentence, source.theme))
    case .diff(let diff)?: sections += DiffSections(diff, source.theme).sections
    }
    self.init(source, sections)
  }

  private init(_ source: Source, _ sections: [TextSection]) {
    self.source = source
    layout = TextLayout(sections, width: source.width)
  }

  /// The document for another source. If only the width differs, only the lines are made again.
  func changed(to source: Source) -> EditDocument {
    source.isSameText(as: self.source) ? EditDocument(source, layout.sections) : EditDocument(source)
  }

  func hasSameText(as other: EditDocument) -> Bool { source.isSameText(as: other.source) }

  /// What the feed has reported about the edit, without the line that depends on the current time: drawing adds that.
  private static func head(_ source: Source) -> TextSection {
    let theme = source.theme
    var section = TextSection(theme: theme)
    section.add(source.event.event.title, theme.strong)
    section.add(line: 0)
    section.add(source.event.summary, source.event.event.edit?.comment == nil ? theme.dim : theme.plain)
    return section
  }

  private static func note(_ sentence: SafeText, _ theme: Theme) -> TextSection {
    var section = TextSection(theme: theme)
    section.addBlank()
    section.add(sentence, theme.plain)
    return section
  }

  /// Draws as many lines as fit, starting at `first`, with the matches of a search.
  func draw(
    from first: Place, marking search: LayoutSearch<EditDocument>, _ context: PaneContext, into canvas: inout Canvas
  ) {
    for (row, item) in layout.lines(from: first, canvas.height).enumerated() {
      if item.line.custom != nil {
        EditFactsLine(event: source.event).draw(context, y: row, into: &canvas)
      } else {
        canvas.draw(search.marked(item.line, at: item.place, canvas.theme).cells, x: 0, y: row)
      }
    }
  }
}

extension RecentEvent {
  /// The edit's comment in words; empty for other events.
  var summary: SafeText { event.edit.map { $0.comment?.editSummary ?? "the comment is hidden" } ?? "" }
}

extension EditAnswer.Absence {
  var sentence: SafeText {
    switch self {
    case .hidden: "The wiki's administrators have hidden the text of this edit."
    case .deleted: "The text of this edit is gone: the page was deleted."
    case .noText: "This edit did not change text."
    }
  }
}

/// The line below an open edit's title.
///
///     Marta K.   risk 0.93!   newcomer, edits: 3   +214, now 12,345 bytes   minor       14:03:20   2 min ago
struct EditFactsLine {
  var event: RecentEvent

  func draw(_ context: PaneContext, y: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let gap = 3
    var right = canvas.width
    // A user's edits can be from any day.
    let isOld = context.now.timeIntervalSince(event.time) >= 86_400
    let time = isOld ? context.time(of: event.time) : context.clock.seconds(event.time)
    right -=
      canvas.draw(
        "\(time)   \(context.ago(event.time))", theme.dim, x: 0, y: y, maxWidth: right,
        alignment: .right) + gap
    var column = 0
    for part in parts(theme) {
      guard column + part.width <= right else { return }
      column += canvas.draw([part], x: column, y: y) + gap
    }
  }

  /// What is known of the edit, without its time.
  func parts(_ theme: Theme) -> [Span] {
    guard let edit = event.event.edit else { return [] }
    let facts = edit.facts
    var parts = [edit.user.map { Span($0, theme.plain) } ?? Span("user hidden", theme.dim)]
    // What decides whether to look closer comes first: a narrow line ends after it.
    if let risk = facts.risk { parts.append(Span("risk \(risk.riskText)", theme.risk(risk))) }
    if facts.isReverted { parts.append(Span("reverted", theme.alarm)) }
    if facts.isNewcomer == true {
      let edits: SafeText = facts.userEdits.map { ", edits: \($0)" } ?? ""
      parts.append(Span("newcomer\(edits)", theme.dim))
    }
    if let change = event.event.lengthChange {
      let now: SafeText = edit.length.map { ", now \($0)" } ?? ""
      let unit: SafeText = (edit.length ?? change).magnitude == 1 ? "byte" : "bytes"
      parts.append(Span("\(SafeText(change: Double(change)))\(now) \(unit)", theme.plain))
    }
    if edit.isNew { parts.append(Span("new page", theme.good)) }
    if edit.isMinor { parts.append(Span("minor", theme.dim)) }
    if edit.isBot { parts.append(Span("bot", theme.dim)) }
    if facts.isRevert { parts.append(Span("a revert", theme.dim)) }
    return parts
  }
}
