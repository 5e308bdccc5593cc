import Text

/// A line of keys and their actions, in the order of their ranks; some are at the line's end:
///
///     ↑↓ move   ⏎ open   S search                    ? help   q quit
public struct KeyHints: Sendable, Hashable {
  public struct Hint: Sendable, Hashable {
    public var keys: SafeText
    public var label: SafeText
    /// Hints are in this order. Where not all fit, those with the highest rank are left out first.
    public var rank: Int
    /// Whether it is at the right end of the line, where hints are in their original order.
    public var isAtEnd: Bool
    /// Whether it is shown only where the others leave much of the line blank.
    public var isFiller: Bool

    public init(keys: SafeText, label: SafeText, rank: Int, isAtEnd: Bool = false, isFiller: Bool = false) {
      self.keys = keys
      self.label = label
      self.rank = rank
      self.isAtEnd = isAtEnd
      self.isFiller = isFiller
    }

    var width: Int { DisplayWidth.of(keys) + 1 + DisplayWidth.of(label) }
  }

  public var hints: [Hint]

  public init(_ hints: [Hint]) { self.hints = hints }

  private static let gap = 3

  /// Returns the hints that fit, each with its column.
  private func slots(width: Int) -> [(index: Int, x: Int)] {
    let ranked = hints.indices.sorted { (hints[$0].rank, $0) < (hints[$1].rank, $1) }
    var chosen: Set<Int> = []
    var needed = -Self.gap
    // A hint that is too long leaves its room to those after it.
    func choose(_ index: Int) {
      guard needed + Self.gap + hints[index].width <= width else { return }
      needed += Self.gap + hints[index].width
      chosen.insert(index)
    }
    for index in ranked where !hints[index].isFiller { choose(index) }
    if width - needed > width / 4 { for index in ranked where hints[index].isFiller { choose(index) } }
    let taken = ranked.filter(chosen.contains)
    func placed(_ indices: [Int], from start: Int) -> [(index: Int, x: Int)] {
      var x = start
      return indices.map { index in
        defer { x += hints[index].width + Self.gap }
        return (index, x)
      }
    }
    let end = taken.filter { hints[$0].isAtEnd }.sorted()
    let endWidth = end.reduce(-Self.gap) { $0 + Self.gap + hints[$1].width }
    return placed(taken.filter { !hints[$0].isAtEnd }, from: 0) + placed(end, from: width - endWidth)
  }

  /// Returns the hint at a column and, on its keys, the position along them from 0 to 1; `nil` between two hints.
  public func place(at column: Int, width: Int) -> (hint: Int, keyPart: Double?)? {
    for (index, start) in slots(width: width) where (start..<start + hints[index].width).contains(column) {
      let keys = DisplayWidth.of(hints[index].keys)
      return (index, column < start + keys ? Double(column - start) / Double(keys) : nil)
    }
    return nil
  }

  public func draw(into canvas: inout Canvas) {
    for (index, start) in slots(width: canvas.width) {
      let keys = canvas.draw(hints[index].keys, canvas.theme.strong, x: start, y: 0)
      canvas.draw(hints[index].label, canvas.theme.dim, x: start + keys + 1, y: 0)
    }
  }
}
