import Foundation
import Model
import PaneKit
import Screen
import Text

extension EditState {
  /// The edit in Markdown: its title, link, what is known of it, its comment, and what it changed, or why that is missing.
  func markdown(in clock: ClockTime) -> String {
    let (event, link) = (opened.event, opened.link)
    var parts = ["# \(MarkdownText.words(event.event.title))"]
    if let link { parts.append("<\(link.absoluteString)>") }
    let facts = EditFactsLine(event: event).parts(Theme()).map(\.text)
    let wiki = event.event.wiki.map { [SafeText(oneLine: $0)] } ?? []
    parts.append(MarkdownText.words((wiki + facts + [clock.iso(event.time)]).joined(separator: " · ")))
    let summary = event.summary
    parts.append(summary.isEmpty ? "No comment." : "Comment: \(MarkdownText.words(summary))")
    parts.append(changes(in: clock))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func changes(in clock: ClockTime) -> String {
    switch answer {
    case .diff(let diff)?:
      if diff.hunks.isEmpty, diff.linesLeftOut == 0 { return "The text did not change." }
      let code = MarkdownText.code(diff.plainLines, language: "diff").joined(separator: "\n")
      return diff.linesLeftOut > 0
        ? "\(code)\n\n\(SafeText(diff.linesLeftOut, "more line was", "more lines were")) left out." : code
    case .absent(let absence)?: return absence.sentence.string
    case nil:
      guard let trouble else { return "What was changed had not been loaded yet." }
      return "What was changed could not be loaded: \(MarkdownText.words(trouble.error.sentence(clock: clock)))"
    }
  }
}
