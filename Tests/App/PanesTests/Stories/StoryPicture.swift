import Foundation
import Screen
import Simulation
import Testing
import Text

/// What was seen in a story, step by step, as text: the first screen whole, of each further one the rows that changed.
///
/// ```
/// == three rows down · cursor 1,14
///  5│  │   42  ✓ 3   Why does Swift concurrency hop threads here?
/// 14│  │▌  3  ✓ 2   ConcurrentHashMap and null values
/// ```
///
/// A row begins with its number, counted from 0. After a resize the screen is written whole again. Rows of styles, where a
/// step has them, follow with `:` in place of `│`, and after them what each letter stands for.
struct StoryPicture {
  /// The size at which a story is told where its layout is not what it is about.
  static let size = Size(width: 120, height: 36)
  /// The sizes at which the main sights are told, each with a layout of its own: one pane, all of them, and a question beside
  /// its list. ``ScreenPictureTests`` has them in the smallest terminal.
  static let sizes = [Size(width: 80, height: 24), Size(width: 120, height: 36), Size(width: 200, height: 50)]

  private let name: String
  var size: Size
  private var lines: [String] = []
  private var shown: [String]?

  init(story: String, size: Size) {
    name = "\(story)-\(size.width)x\(size.height)"
    self.size = size
  }

  mutating func add(_ step: String, _ canvas: Canvas, styles: Bool) {
    let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let before = shown.flatMap { $0.count == rows.count ? $0 : nil }
    let cursor =
      canvas.cursor.map { "\($0.isSeen ? "cursor" : "hidden cursor") \($0.place.x),\($0.place.y)" } ?? "no cursor"
    lines.append("== \(step) · \(cursor)")
    for (index, row) in rows.enumerated() where before?[index] != row { lines.append("\(number(index))│\(row)") }
    if styles {
      let styles = canvas.styles.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, row) in styles.enumerated() {
        lines.append(index < rows.count ? "\(number(index)):\(row)" : "  :\(row)")
      }
    }
    lines.append("")
    shown = rows
  }

  private func number(_ row: Int) -> String { row < 10 ? " \(row)" : "\(row)" }

  // MARK: Comparing

  /// Compares the story with the file kept beside the tests. With `RECORD_GRIDS=1` in the environment the file is written
  /// instead: look at the difference before you keep it.
  func compare(sourceLocation: SourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Grids/Stories/\(name).txt")
    let drawn = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_GRIDS"] == "1" {
      try Data(drawn.utf8).write(to: file)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    guard drawn != expected else { return }
    let (old, new) = (Self.steps(of: expected), Self.steps(of: drawn))
    let different = (0..<max(old.count, new.count)).filter { index in
      index >= old.count || index >= new.count || old[index] != new[index]
    }
    guard let first = different.first else { return }
    let rest = different.dropFirst().map { "\($0 + 1)" }.joined(separator: ", ")
    Issue.record(
      """
      \(name) looks different in step \(first + 1)\(rest.isEmpty ? "" : ", and in \(rest)").

      \(Self.difference(first < old.count ? old[first] : [], first < new.count ? new[first] : []))
      """, sourceLocation: sourceLocation)
  }

  private static func steps(of text: String) -> [[Substring]] {
    var steps: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("== ") || steps.isEmpty { steps.append([]) }
      steps[steps.count - 1].append(line)
    }
    return steps
  }

  /// The heading, then the lines that were expected after `-`, and those that were drawn after `+`.
  private static func difference(_ old: [Substring], _ new: [Substring]) -> String {
    let heading = (new.first ?? old.first).map { ["  \($0)"] } ?? []
    let missing = old.filter { !new.contains($0) }.map { "- \($0)" }
    let added = new.filter { !old.contains($0) }.map { "+ \($0)" }
    return (heading + missing + added).joined(separator: "\n")
  }
}

// MARK: - Places on the screen

extension StoryHouse {
  /// Clicks on a text, where it stands first on the screen, from the top or from the bottom.
  func click(_ text: String, rowsAbove rows: Int = 0, fromBottom: Bool = false) {
    point(.click, at: text, rowsAbove: rows, fromBottom: fromBottom)
  }

  /// Does something with the mouse at a text, or some rows above it.
  func point(_ action: MouseEvent.Action, at text: String, rowsAbove rows: Int = 0, fromBottom: Bool = false) {
    guard let place = place(of: text, fromBottom: fromBottom) else {
      Issue.record("“\(text)” is not on the screen:\n\(screen)")
      return
    }
    point(action, x: place.x, y: place.y - rows)
  }

  private func place(of text: String, fromBottom: Bool) -> Point? {
    drawDue()
    guard let canvas = display.frames.last else { return nil }
    let rows = Array(0..<canvas.height)
    for y in fromBottom ? rows.reversed() : rows {
      var line = ""
      var columns: [Int] = []
      for x in 0..<canvas.width where canvas[x: x, y: y].width > 0 {
        let glyph = canvas[x: x, y: y].glyph.string
        columns += Array(repeating: x, count: glyph.unicodeScalars.count)
        line += glyph
      }
      if let range = line.firstRange(of: text) {
        let scalars = line.unicodeScalars
        return Point(x: columns[scalars.distance(from: scalars.startIndex, to: range.lowerBound)], y: y)
      }
    }
    return nil
  }
}
