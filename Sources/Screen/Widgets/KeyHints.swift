import Text

/// A line of keys and their actions: `↑↓ move   ⏎ open   / filter`.
public struct KeyHints: Sendable, Hashable {
  public struct Hint: Sendable, Hashable {
    public var keys: SafeText
    public var label: SafeText
    /// Where not all fit, the hints with the highest rank are left out first.
    public var rank: Int

    public init(keys: SafeText, label: SafeText, rank: Int) {
      self.keys = keys
      self.label = label
      self.rank = rank
    }

    var width: Int { DisplayWidth.of(keys) + 1 + DisplayWidth.of(label) }
  }

  public var hints: [Hint]

  public init(_ hints: [Hint]) { self.hints = hints }

  private static let gap = 3

  /// Returns the hints that fit, in order.
  public func shown(width: Int) -> [Hint] { indices(width: width).map { hints[$0] } }

  private func indices(width: Int) -> [Int] {
    var shown = Array(hints.indices)
    func needed() -> Int { shown.reduce(-Self.gap) { $0 + hints[$1].width + Self.gap } }
    while needed() > width, let last = shown.max(by: { (hints[$0].rank, $0) < (hints[$1].rank, $1) }) {
      shown.removeAll { $0 == last }
    }
    return shown
  }

  /// Returns the hint at a column and, on its keys, the position along them from 0 to 1; `nil` between two hints.
  public func place(at column: Int, width: Int) -> (hint: Int, keyPart: Double?)? {
    var start = 0
    for index in indices(width: width) {
      let hint = hints[index]
      if (start..<start + hint.width).contains(column) {
        let keys = DisplayWidth.of(hint.keys)
        return (index, column < start + keys ? Double(column - start) / Double(keys) : nil)
      }
      start += hint.width + Self.gap
    }
    return nil
  }

  public func draw(into canvas: inout Canvas) {
    var column = 0
    for hint in shown(width: canvas.width) {
      column += canvas.draw(hint.keys, canvas.theme.strong, x: column, y: 0) + 1
      column += canvas.draw(hint.label, canvas.theme.dim, x: column, y: 0) + Self.gap
    }
  }
}
