/// Elements in a row that is put together from parts: the producers that `concat` has joined, the work that `then` has.
/// What stands in a row is started one after the other, instead of one inside the other.
///
/// `a.concat(b).concat(c)` and `a.concat(b.concat(c))` make trees; walking either gives `a`, `b`, `c`. Neither the walk
/// nor the release of a tree grows the stack, however deep the tree is.
// Unchecked: the sides change only in `deinit`.
final class Row<Element: Sendable>: @unchecked Sendable {
  enum Side {
    case element(Element)
    case row(Row)
    case gone
  }

  private var left: Side
  private var right: Side

  init(_ left: Side, _ right: Side) {
    (self.left, self.right) = (left, right)
  }

  deinit {
    var sides = takeSides()
    while let side = sides.popLast() {
      // A row with other owners stays.
      guard case .row(var row) = consume side, isKnownUniquelyReferenced(&row) else { continue }
      sides += row.takeSides()
    }
  }

  private func takeSides() -> [Side] {
    defer { (left, right) = (.gone, .gone) }
    return [left, right]
  }

  /// The elements that have not been taken yet, from left to right.
  // Unchecked: a walk belongs to one thread at a time.
  final class Walk: @unchecked Sendable {
    /// The next side is at the end.
    private var waiting: [Side]

    init(_ side: Side) {
      waiting = [side]
    }

    func next() -> Element? {
      while let side = waiting.popLast() {
        switch side {
        case .element(let element): return element
        case .row(let row):
          waiting.append(row.right)
          waiting.append(row.left)
        case .gone: continue
        }
      }
      return nil
    }
  }
}

extension Row.Side: Sendable {}
