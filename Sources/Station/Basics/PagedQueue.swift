/// A first-in-first-out queue whose elements are in pages, which are allocated as they fill and freed as they empty.
///
/// For many large elements: a ring that doubles has room for up to twice as many, and each time it grows both rings are in memory.
struct PagedQueue<Element> {
  /// Each full except the last. There are few, so that removing the first is cheap.
  private var pages: [[Element]] = []
  /// The number of removed elements that are still in the first page.
  private var removedCount = 0
  private(set) var count = 0

  static var pageSize: Int { 256 }

  mutating func append(_ element: Element) {
    if pages.isEmpty || pages[pages.count - 1].count == Self.pageSize {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(Self.pageSize)
    }
    pages[pages.count - 1].append(element)
    count += 1
  }

  /// Removes the oldest element. There must be one.
  mutating func removeFirst() {
    precondition(count > 0)
    count -= 1
    removedCount += 1
    guard removedCount == Self.pageSize else { return }
    pages.removeFirst()
    removedCount = 0
  }
}

extension PagedQueue: RandomAccessCollection {
  /// 0 is the index of the oldest element.
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    precondition(indices.contains(index))
    let place = removedCount + index
    return pages[place / Self.pageSize][place % Self.pageSize]
  }
}

extension PagedQueue: Sendable where Element: Sendable {}
