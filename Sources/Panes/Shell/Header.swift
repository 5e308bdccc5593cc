import Screen
import Text
import ViewModels

/// The first line: the program's name and, while one pane is shown alone, all panes with what they would say.
struct Header {
  /// A pane's name, and what it would say.
  struct Entry {
    var pane: PaneID
    var title: SafeText
    var shortTitle: SafeText
    var summary: Span?
  }

  var arrangement: ScreenLayout.Arrangement
  var focus: PaneID
  var entries: [Entry]
  /// The key that opens the help.
  var helpKey: SafeText

  /// A pane's name in the header, and the columns it takes.
  private struct Slot {
    var pane: PaneID
    var spans: [Span]
    var x: Int
  }

  /// What stands at a place of the header.
  enum Target: Hashable {
    case pane(PaneID)
    case help
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard arrangement == .single else {
      canvas.draw("reactui", theme.strong, x: 1, y: 0)
      canvas.draw(help(theme), x: 1, y: 0, maxWidth: canvas.width - 2, alignment: .right)
      return
    }
    let slots = slots(width: canvas.width, theme: theme)
    if let first = slots.first, first.x > 1 { canvas.draw("reactui", theme.strong, x: 1, y: 0) }
    for slot in slots { canvas.draw(slot.spans, x: slot.x, y: 0) }
  }

  /// What is under a column.
  func target(at column: Int, width: Int, theme: Theme) -> Target? {
    guard arrangement == .single else {
      return column >= width - 1 - help(theme).width ? .help : nil
    }
    return slots(width: width, theme: theme).first { $0.x <= column && column < $0.x + $0.spans.width }
      .map { .pane($0.pane) }
  }

  private func help(_ theme: Theme) -> [Span] {
    helpKey.isEmpty ? [] : [Span(helpKey, theme.strong), Span(" help", theme.dim)]
  }

  /// The panes' names from left to right; where columns are few, the program's name goes, then the gaps, then they are
  /// abbreviated.
  private func slots(width: Int, theme: Theme) -> [Slot] {
    let name = 1 + DisplayWidth.of("reactui")
    let long = entries.map { label(of: $0, $0.title, theme) }
    let short = entries.map { label(of: $0, $0.shortTitle, theme) }
    var slots: [Slot] = []
    for (labels, start, gap) in [(long, name + 4, 4), (long, 1, 4), (long, 1, 2), (short, 1, 2)] {
      slots = []
      var column = start
      for (entry, spans) in zip(entries, labels) {
        slots.append(Slot(pane: entry.pane, spans: spans, x: column))
        column += spans.width + gap
      }
      if column - gap <= width - 1 { break }
    }
    return slots
  }

  private func label(of entry: Entry, _ name: SafeText, _ theme: Theme) -> [Span] {
    let title = Span(name, entry.pane == focus ? theme.accent.with(.underline) : theme.dim)
    return [title] + (entry.summary.map { [Span(" "), $0] } ?? [])
  }
}
