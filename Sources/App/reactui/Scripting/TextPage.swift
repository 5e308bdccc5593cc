import Foundation
import Model
import Rooms
import Screen
import Text

/// An entry that a command for scripts prints, as text for people or as a JSON object.
protocol ScriptEntry: Sendable {
  func lines(on page: TextPage) -> [PageLine]
  var json: JSONText { get }
}

/// A line of text for people.
enum PageLine: Sendable {
  /// Cut at the width of a terminal, complete otherwise.
  case spans([Span])
  /// Laid out for the width.
  case cells([Cell])
}

/// The target of text for people: a terminal of some width, or a pipe.
struct TextPage: Sendable {
  /// The columns of the terminal; `nil` if nothing is cut.
  let width: Int?
  /// The columns of texts that are laid out.
  let readingWidth: Int
  let theme: Theme
  let unit: TemperatureUnit
  let clock: ClockTime

  /// The columns if the width is unknown.
  static let standardWidth = 80
  /// In wider lines it is hard to find the start of the next line.
  private static let longestLine = 96

  init(_ settings: Settings, isTerminal: Bool, environment: [String: String]) {
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? Self.standardWidth
    width = isTerminal ? Self.terminalWidth ?? columns : nil
    readingWidth = min(width ?? columns, Self.longestLine)
    let hasColour =
      isTerminal && environment["NO_COLOR"].map(\.isEmpty) ?? true && !["", "dumb"].contains(environment["TERM"] ?? "")
    theme = Theme(colours: hasColour ? .sixteen : .none, isASCII: settings.theme.isASCII ?? false)
    unit = settings.unit
    clock = .local
  }

  /// - Parameter width: `nil` for a pipe.
  init(width: Int?, theme: Theme = Theme(colours: .none), unit: TemperatureUnit = .celsius, clock: ClockTime = .utc) {
    self.width = width
    self.theme = theme
    self.unit = unit
    self.clock = clock
    readingWidth = min(width ?? Self.standardWidth, Self.longestLine)
  }

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Returns why and since when a room is silent.
  func words(for silence: RoomSilence) -> SafeText {
    let since = silence.since.map { " since \(clock.unambiguous($0))" as SafeText } ?? ""
    return "silent\(since): \(silence.reason)"
  }

  /// A temperature in the unit of the settings.
  func degrees(_ celsius: Double) -> SafeText { SafeText(unit.degrees(of: celsius), decimals: 1) }

  /// `°C`
  var unitText: SafeText { "\(theme.glyphs.degrees)\(unit == .celsius ? "C" : "F")" }

  /// `2 h ago`
  func ago(_ date: Date, at now: Date) -> SafeText {
    let age = TimeText.age(of: date, at: now)
    return age == "now" ? "just now" : "\(age) ago"
  }

  /// A line that is never cut or wrapped.
  func whole(_ text: SafeText, _ style: Style) -> PageLine {
    .cells(Glyphs(text).map { Cell($0.glyph, style: style, width: UInt8($0.width)) })
  }

  /// A text with blanks before it that make it so many columns wide.
  static func right(_ text: SafeText, _ columns: Int) -> SafeText { air(columns - DisplayWidth.of(text)) + text }

  /// Returns a column after another one: right-aligned, with at least one blank before the text, so that numbers never run
  /// together.
  static func column(_ text: SafeText, _ columns: Int) -> SafeText { " " + right(text, columns - 1) }

  /// Blanks.
  static func air(_ columns: Int) -> SafeText { SafeText(oneLine: String(repeating: " ", count: max(0, columns))) }
}

// MARK: - Lines as text

extension TextPage {
  /// Returns a line as it is written, without its end.
  func text(_ line: PageLine) -> String {
    switch line {
    case .cells(let cells): styled(cells)
    case .spans(let spans):
      width.map { styled(cut(spans, to: $0)) } ?? spans.map(\.text.string).joined()
    }
  }

  private func cut(_ spans: [Span], to width: Int) -> [Cell] {
    let cells = spans.flatMap { span in
      Glyphs(span.text).map { Cell($0.glyph, style: span.style, width: UInt8($0.width)) }
    }
    guard cells.displayWidth > width else { return cells }
    var columns = 0
    var kept = cells.prefix { cell in
      columns += Int(cell.width)
      return columns < width
    }
    while kept.last?.glyph == .space { kept.removeLast() }
    return kept + [Cell(theme.glyphs.cut, style: kept.last?.style ?? .plain)]
  }

  /// Returns the cells with the escape sequences of their styles (ECMA-48, SGR), if there is colour.
  private func styled(_ cells: [Cell]) -> String {
    let end = cells.lastIndex { $0.glyph != .space }.map { $0 + 1 } ?? 0
    var text = ""
    var style = Style.plain
    func change(to next: Style) {
      guard theme.colours != .none, next != style else { return }
      text += "\u{1B}[0\(next.parameters.map { ";\($0)" }.joined())m"
      style = next
    }
    for cell in cells[..<end] where cell.width > 0 {
      change(to: cell.style)
      text += cell.glyph.string
    }
    change(to: .plain)
    return text
  }
}

extension Style {
  /// The parameters of SGR, after the one that resets all.
  fileprivate var parameters: [String] {
    let names: [(Attributes, String)] = [(.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7")]
    return names.filter { attributes.contains($0.0) }.map(\.1)
      + (foreground.map { ["38;5;\($0)"] } ?? []) + (background.map { ["48;5;\($0)"] } ?? [])
  }
}
