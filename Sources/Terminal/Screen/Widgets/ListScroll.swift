/// The visible rows of a list: a position that a pane keeps from frame to frame.
///
/// The selected row is always visible, and nothing jumps: while the selection stays the same, its row keeps its place on the
/// screen, even if rows are inserted or removed above it; when the selection moves, the list scrolls only as far as
/// necessary.
///
/// A row is identified by what stays with it (``RowID``).
public struct ListScroll: Sendable, Hashable {
  /// Identifies a row: by a number, and by what the number belongs to where rows of several sources have numbers of their own.
  public struct RowID: Sendable, Hashable, ExpressibleByIntegerLiteral {
    private var number: Int
    private var source: String

    public init(_ number: Int, of source: String = "") {
      self.number = number
      self.source = source
    }

    public init(integerLiteral number: Int) { self.init(number) }

    /// Of the number alone, which tells nearly all rows apart: every frame looks for each visible row.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The index of the first visible row.
  public private(set) var offset = 0
  private var anchor: Anchor?

  private struct Anchor: Sendable, Hashable {
    var id: RowID
    var index: Int
  }

  public init() {}

  /// Adapts the position to the current content of the list.
  ///
  /// - Parameters:
  ///   - selection: The identity and the index of the selected row; `nil` shows the beginning.
  ///   - count: The number of all rows.
  ///   - visible: The number of rows that fit.
  public mutating func adapt(selection: (id: RowID, index: Int)?, count: Int, visible: Int) {
    let visible = max(1, visible)
    guard let selection else {
      offset = 0
      anchor = nil
      return
    }
    if let anchor, anchor.id == selection.id { offset += selection.index - anchor.index }
    offset = min(max(offset, selection.index - visible + 1), selection.index)
    offset = max(0, min(offset, count - visible))
    anchor = Anchor(id: selection.id, index: selection.index)
  }

  /// Returns the indices of the visible rows.
  public func rows(count: Int, visible: Int) -> Range<Int> {
    let first = min(offset, max(0, count))
    return first..<min(count, first + max(0, visible))
  }
}
