/// A queue: what is appended first is taken first, each in constant time on average.
struct Fifo<Element> {
  /// What will be taken next, in reverse order.
  private var front = ContiguousArray<Element>()
  /// What was appended since `front` was filled, in order.
  private var back = ContiguousArray<Element>()

  var isEmpty: Bool { front.isEmpty && back.isEmpty }

  var count: Int { front.count + back.count }

  /// What will be taken next.
  var first: Element? { front.last ?? back.first }

  mutating func append(_ element: Element) {
    back.append(element)
  }

  mutating func popFirst() -> Element? {
    if front.isEmpty {
      swap(&front, &back)
      front.reverse()
    }
    return front.popLast()
  }
}

extension Fifo: Sendable where Element: Sendable {}
