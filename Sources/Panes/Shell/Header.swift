import Model
import Screen
import Text
import ViewModels

/// The first line: the program's name and, while one pane is shown alone, all panes with what they would say.
struct Header: Equatable {
  private let arrangement: ScreenLayout.Arrangement
  private let focus: PaneID
  /// What the panes would say; nothing while they are all on the screen.
  private let summaries: [PaneID: Summary]

  private enum Summary: Equatable {
    case trouble
    /// Edits a second.
    case rate(Double)
    /// Degrees Celsius.
    case temperature(Double)
  }

  /// A function, since an initialiser would be given a copy of the whole state.
  static func of(_ state: ScreenState, _ arrangement: ScreenLayout.Arrangement) -> Header {
    var summaries: [PaneID: Summary] = [:]
    if arrangement == .single {
      for pane in PaneID.allCases { summaries[pane] = summary(of: pane, state) }
    }
    return Header(arrangement: arrangement, focus: state.dashboard.focus, summaries: summaries)
  }

  /// The columns of `? help` at the right edge.
  static let helpWidth = 7

  /// A pane's name in the header, and the columns it takes.
  struct Slot {
    var pane: PaneID
    var spans: [Span]
    var x: Int
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard arrangement == .single else {
      canvas.draw("reactui", theme.strong, x: 1, y: 0)
      let help: [Span] = [Span("?", theme.strong), Span(" help", theme.dim)]
      canvas.draw(help, x: 1, y: 0, maxWidth: canvas.width - 2, alignment: .right)
      return
    }
    let slots = slots(width: canvas.width, theme: theme)
    if let first = slots.first, first.x > 1 { canvas.draw("reactui", theme.strong, x: 1, y: 0) }
    for slot in slots { canvas.draw(slot.spans, x: slot.x, y: 0) }
  }

  /// The pane whose name is under a column.
  func pane(at column: Int, width: Int, theme: Theme) -> PaneID? {
    guard arrangement == .single else { return nil }
    return slots(width: width, theme: theme).first { $0.x <= column && column < $0.x + $0.spans.width }?.pane
  }

  /// The panes' names from left to right; where columns are few, the program's name goes, then the gaps, then they are
  /// abbreviated.
  private func slots(width: Int, theme: Theme) -> [Slot] {
    let name = 1 + DisplayWidth.of("reactui")
    let long = PaneID.allCases.map { label(of: $0, isShort: false, theme) }
    let short = PaneID.allCases.map { label(of: $0, isShort: true, theme) }
    var slots: [Slot] = []
    for (labels, start, gap) in [(long, name + 4, 4), (long, 1, 4), (long, 1, 2), (short, 1, 2)] {
      slots = []
      var column = start
      for (pane, spans) in zip(PaneID.allCases, labels) {
        slots.append(Slot(pane: pane, spans: spans, x: column))
        column += spans.width + gap
      }
      if column - gap <= width - 1 { break }
    }
    return slots
  }

  private func label(of pane: PaneID, isShort: Bool, _ theme: Theme) -> [Span] {
    let name: SafeText =
      switch pane {
      case .stackOverflow: isShort ? "SO" : "Stack Overflow"
      case .wikipedia: isShort ? "Wiki" : "Wikipedia"
      case .conAir: "ConAir"
      }
    let isFocused = pane == focus
    var spans = [Span(name, isFocused ? theme.accent.with(.underline) : theme.dim)]
    if let word = summaries[pane].map({ word(for: $0, theme) }) { spans += [Span(" "), word] }
    return spans
  }

  private func word(for summary: Summary, _ theme: Theme) -> Span {
    switch summary {
    case .trouble: Span("trouble", theme.alarm)
    case .rate(let rate): Span("\(SafeText(rate, decimals: 1))/s", theme.plain)
    case .temperature(let celsius): Span(ConAirView.text(of: celsius, theme.glyphs), theme.plain)
    }
  }

  private static func summary(of pane: PaneID, _ state: ScreenState) -> Summary? {
    switch pane {
    case .stackOverflow: state.stackOverflow.state.list.trouble != nil ? .trouble : nil
    case .wikipedia: state.wikipedia.trouble != nil ? .trouble : state.wikipedia.state.rate.map(Summary.rate)
    case .conAir:
      state.conAir.state.trouble != nil ? .trouble : (state.conAir.state.latest?.celsius).map(Summary.temperature)
    }
  }
}
