import Screen
import Testing

@Suite struct ListScrollTests {
  private func adapted(_ scroll: ListScroll, _ selection: Int, _ count: Int = 100) -> ListScroll {
    var scroll = scroll
    scroll.adapt(selection: (id: .init(selection), index: selection), count: count, visible: 10)
    return scroll
  }

  @Test func itScrollsOnlyAsFarAsTheSelectionNeeds() {
    var scroll = adapted(ListScroll(), 0)
    var offsets: [Int] = []
    for selection in [5, 9, 10, 11, 5, 2, 1, 99, 50] {
      scroll = adapted(scroll, selection)
      offsets.append(scroll.offset)
    }
    #expect(offsets == [0, 0, 1, 2, 2, 2, 1, 90, 50])
  }

  @Test func theSelectedRowStaysInItsPlaceWhenRowsComeAboveIt() {
    var scroll = adapted(adapted(ListScroll(), 15), 12)
    let place = 12 - scroll.offset
    scroll.adapt(selection: (id: 12, index: 17), count: 105, visible: 10)
    #expect(17 - scroll.offset == place)
    scroll.adapt(selection: (id: 12, index: 11), count: 99, visible: 10)
    #expect(11 - scroll.offset == place)
  }

  @Test func noRowIsLeftEmptyWhileThereAreMoreAbove() {
    var scroll = adapted(ListScroll(), 99)
    scroll.adapt(selection: (id: 99, index: 12), count: 13, visible: 10)
    #expect(scroll.rows(count: 13, visible: 10) == 3..<13)
    scroll.adapt(selection: (id: 99, index: 0), count: 1, visible: 10)
    #expect(scroll.rows(count: 1, visible: 10) == 0..<1)
  }

  @Test func withoutASelectionTheBeginningIsShown() {
    var scroll = adapted(ListScroll(), 50)
    scroll.adapt(selection: nil, count: 100, visible: 10)
    #expect(scroll.offset == 0)
  }

  @Test func theThumbTouchesAnEndOnlyWhenTheWindowDoes() {
    for total in [11, 25, 64, 1000] {
      for offset in 0...(total - 10) {
        let rows = ScrollThumb(offset: offset, visible: 10, total: total).rows(height: 12)
        #expect((rows?.lowerBound == 0) == (offset == 0))
        #expect((rows?.upperBound == 12) == (offset == total - 10))
      }
    }
    #expect(ScrollThumb(offset: 0, visible: 10, total: 10).rows(height: 12) == nil)
  }
}
