/// A first-in, first-out queue with constant time on average for each operation.
struct Fifo<Element> {
  /// The elements to take next, in reverse order.
  private var front = ContiguousArray<Element>()
  /// The elements appended since `front` was filled, in order.
  private var back = ContiguousArray<Element>()

  var isEmpty: Bool { front.isEmpty && back.isEmpty }

  var count: Int { front.count + back.count }

  /// The element to take next.
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
