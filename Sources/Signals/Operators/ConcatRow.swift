/// The producers that `concat` has joined, so that a chain of them is started one after the other instead of one inside
/// the other.
///
/// `a.concat(b).concat(c)` and `a.concat(b.concat(c))` make trees; walking either gives `a`, `b`, `c`. Neither the walk
/// nor the release of a tree grows the stack, however deep the tree is.
// Unchecked: the sides change only in `deinit`.
final class ConcatRow<Value: Sendable, Error: Swift.Error>: @unchecked Sendable {
  fileprivate enum Side {
    case producer(SignalProducer<Value, Error>)
    case row(ConcatRow)
    case gone
  }

  private var left: Side
  private var right: Side

  init(_ left: SignalProducer<Value, Error>, _ right: SignalProducer<Value, Error>) {
    self.left = left.row.map { .row($0) } ?? .producer(left)
    self.right = right.row.map { .row($0) } ?? .producer(right)
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

  /// Sends the producers, from left to right.
  var producers: SignalProducer<SignalProducer<Value, Error>, Error> {
    SignalProducer<SignalProducer<Value, Error>, Error> { [self] core in
      // The sides that have not been walked yet; the next one is at the end.
      var waiting = [right, left]
      while let side = waiting.popLast() {
        switch side {
        case .producer(let producer):
          core.send(producer)
          if core.isEnding { return }
        case .row(let row):
          waiting.append(row.right)
          waiting.append(row.left)
        case .gone: continue
        }
      }
      core.end(.completed)
    }
  }
}
