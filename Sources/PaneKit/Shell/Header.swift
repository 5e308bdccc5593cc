import Screen
import Text

/// The first line: the program's name, the demonstration's badge if all data is its, troubles, and the time.
///
/// While a single pane is shown, it contains all panes with their summaries:
///
/// ```
///  reactui   DEMO  made-up data · --live for the real thing             trouble: ConAir   14:03
///  reactui                                        ! Office above 26   trouble: Wikipedia   14:03
///  reactui   DEMO  made-up data · no network, tried every minute                           14:03
///  reactui   DEMO     Stack Overflow    Wikipedia 2.4/s    ConAir 21.3°C            14:03
/// ```
struct Header: Equatable {
  /// A pane's name and summary.
  struct Entry: Equatable {
    var pane: PaneID
    var title: SafeText
    var shortTitle: SafeText
    var hasTrouble = false
    var summary: Span?
  }

  /// The newest alarm of a pane, in shorter and shorter forms.
  struct Alarm: Equatable {
    var pane: PaneID
    var forms: [SafeText]
  }

  var arrangement: ScreenLayout.Arrangement
  var focus: PaneID
  var entries: [Entry]
  var alarms: [Alarm] = []
  /// Whether all data is the demonstration's.
  var isDemo = false
  /// Whether it stands in for services that could not be reached.
  var isStandIn = false
  /// Whether there are mistakes in the settings.
  var hasMistakes = false
  /// `14:03`
  var time: SafeText

  static let name: SafeText = "reactui"
  /// The columns between the parts.
  private static let gap = 3

  private typealias Slot = HeaderLine.Slot

  fileprivate func slots(width: Int, theme: Theme) -> [HeaderLine.Slot] {
    arrangement == .single ? singleSlots(width, theme) : tiledSlots(width, theme)
  }

  // MARK: - All panes

  /// From the right: time, mistakes in the settings, troubles, alarms. The explanation of the demonstration gets the rest, or is
  /// left out.
  private func tiledSlots(_ width: Int, _ theme: Theme) -> [Slot] {
    var right: [Slot] = []
    var end = width - 1
    func add(_ spans: [Span], _ target: HeaderLine.Target? = nil) {
      guard spans.width > 0, end - spans.width > 0 else { return }
      right.append(Slot(spans: spans, x: end - spans.width, target: target))
      end -= spans.width + Self.gap
    }
    add([Span(time, theme.plain)])
    if hasMistakes { add([Self.mistakes(theme)]) }
    let troubled = entries.filter(\.hasTrouble).map(\.title).joined(separator: ", ")
    if !troubled.isEmpty { add([Span("trouble: ", theme.dim), Span(troubled, theme.alarm)]) }

    var left = leadingSlots(theme)
    for alarm in alarms {
      let room = end - (left.last?.columns.upperBound ?? 0) - Self.gap
      if let words = alarm.forms.first(where: { DisplayWidth.of($0) <= room }) {
        add([Span(words, theme.alarm)], .pane(alarm.pane))
      }
    }
    if isDemo, let start = left.last?.columns.upperBound {
      let way: SafeText = isStandIn ? "no network, tried every minute" : "--live for the real thing"
      let words: SafeText = "made-up data \(theme.glyphs.dot) \(way)"
      let slot = Slot(spans: [Span(words, theme.dim)], x: start + 1, target: nil)
      if slot.columns.upperBound <= end { left.append(slot) }
    }
    return left + right
  }

  /// The program's name, followed by the demonstration's badge.
  private func leadingSlots(_ theme: Theme) -> [Slot] {
    let name = Slot(spans: [Span(Self.name, theme.strong)], x: 1, target: nil)
    return isDemo ? [name, badge(x: name.columns.upperBound + Self.gap - 1, theme)] : [name]
  }

  private func badge(x: Int, _ theme: Theme) -> Slot {
    Slot(spans: [Span(" DEMO ", theme.badge)], x: x, target: nil, isBadge: true)
  }

  private static func mistakes(_ theme: Theme) -> Span { Span("! settings", theme.alarm) }

  // MARK: - One pane

  /// The panes' names from left to right. With few columns, first the program's name is left out, then the gaps are reduced,
  /// then the names are abbreviated, then the mark of mistakes in the settings is left out; the time and the badge are left out
  /// last.
  private func singleSlots(_ width: Int, _ theme: Theme) -> [Slot] {
    let long = entries.map { label(of: $0, $0.title, theme) }
    let short = entries.map { label(of: $0, $0.shortTitle, theme) }
    let named = leadingSlots(theme)
    let badge = isDemo ? [badge(x: 1, theme)] : []
    let time = Slot(spans: [Span(time, theme.plain)], x: width - 1 - DisplayWidth.of(time), target: nil)
    let words = Self.mistakes(theme)
    let mistakes = Slot(spans: [words], x: time.x - Self.gap - [words].width, target: nil)
    var forms: [(leading: [Slot], labels: [[Span]], gap: Int, trailing: [Slot])] = [
      (named, long, 4, [time]), (badge, long, 4, [time]), (badge, long, 2, [time]), (badge, short, 2, [time]),
      (badge, short, 2, []), ([], short, 2, []),
    ]
    if hasMistakes {
      let marked = [mistakes, time]
      forms = [(named, long, 4, marked), (badge, long, 2, marked), (badge, short, 2, marked)] + forms
    }
    var slots: [Slot] = []
    for form in forms {
      slots = form.leading
      var column = form.leading.last.map { $0.columns.upperBound + form.gap } ?? 1
      for (entry, spans) in zip(entries, form.labels) {
        slots.append(Slot(spans: spans, x: column, target: .pane(entry.pane)))
        column += spans.width + form.gap
      }
      let end = form.trailing.first.map { $0.x - Self.gap + 1 } ?? width - 1
      slots += form.trailing
      if column - form.gap <= end { break }
    }
    return slots
  }

  private func label(of entry: Entry, _ name: SafeText, _ theme: Theme) -> [Span] {
    let title = Span(name, entry.pane == focus ? theme.strong.with(.underline) : theme.dim)
    return [title] + (entry.summary.map { [Span(" "), $0] } ?? [])
  }
}

/// A header laid out for a width and a theme.
struct HeaderLine {
  /// The target of a click on the header.
  enum Target: Hashable {
    case pane(PaneID)
  }

  /// Spans with their first column and the target of a click on them.
  fileprivate struct Slot {
    var spans: [Span]
    var x: Int
    var target: Target?
    /// Whether this is the demonstration's badge.
    var isBadge = false

    var columns: Range<Int> { x..<x + spans.width }
  }

  private let header: Header
  private let width: Int
  private let theme: Theme
  private let slots: [Slot]
  /// Whether it says that all panes show the demonstration, which it does if there is room.
  let saysDemo: Bool

  /// - Parameter before: The line of the frame before, which is reused if nothing has changed.
  init(_ header: Header, width: Int, theme: Theme, before: HeaderLine? = nil) {
    if let before, before.header == header, before.width == width, before.theme == theme {
      self = before
    } else {
      (self.header, self.width, self.theme) = (header, width, theme)
      slots = header.slots(width: width, theme: theme)
      saysDemo = slots.contains { $0.isBadge }
    }
  }

  func draw(into canvas: inout Canvas) {
    for slot in slots { canvas.draw(slot.spans, x: slot.x, y: 0) }
  }

  /// Returns the target at a column.
  func target(at column: Int) -> Target? { slots.first { $0.columns.contains(column) }?.target }
}
