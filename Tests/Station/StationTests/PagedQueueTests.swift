import Testing

@testable import Station

@Suite struct PagedQueueTests {
  @Test func itHoldsWhatAListWouldHold() {
    var queue = PagedQueue<Int>()
    var list: [Int] = []
    var next = 0
    // Across pages, to empty, and to several pages again.
    for (added, removed) in [(3, 1), (300, 250), (0, 52), (1_000, 0), (1, 256), (0, 700), (257, 257), (5, 0)] {
      for _ in 0..<added {
        queue.append(next)
        list.append(next)
        next += 1
      }
      for _ in 0..<removed where !list.isEmpty {
        queue.removeFirst()
        list.removeFirst()
      }
      #expect(Array(queue) == list)
      #expect(queue.count == list.count)
      #expect(queue.first == list.first)
      #expect(queue.last == list.last)
      #expect(Array(queue.dropFirst(200).prefix(60)) == Array(list.dropFirst(200).prefix(60)))
    }
  }
}
