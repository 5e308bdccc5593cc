import Text

/// One line of keys and what they do: `↑↓ move   ⏎ open   / filter`.
public struct KeyHints: Sendable, Hashable {
  public struct Hint: Sendable, Hashable {
    public var keys: SafeText
    public var label: SafeText
    /// Where not all fit, those with the highest number go first.
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

  /// Those that fit, in their order.
  public func shown(width: Int) -> [Hint] {
    var shown = hints
    func needed() -> Int { shown.reduce(-Self.gap) { $0 + $1.width + Self.gap } }
    while needed() > width, let last = shown.indices.max(by: { (shown[$0].rank, $0) < (shown[$1].rank, $1) }) {
      shown.remove(at: last)
    }
    return shown
  }

  public func draw(into canvas: inout Canvas) {
    var column = 0
    for hint in shown(width: canvas.width) {
      column += canvas.draw(hint.keys, canvas.theme.strong, x: column, y: 0) + 1
      column += canvas.draw(hint.label, canvas.theme.dim, x: column, y: 0) + Self.gap
    }
  }
}
