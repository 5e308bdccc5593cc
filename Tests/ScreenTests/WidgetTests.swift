import Screen
import Testing
import Text

@Suite struct ListScrollTests {
  private func settled(_ scroll: ListScroll<Int>, _ selection: Int, _ count: Int = 100) -> ListScroll<Int> {
    var scroll = scroll
    scroll.settle(selection: (id: selection, index: selection), count: count, visible: 10)
    return scroll
  }

  @Test func itScrollsOnlyAsFarAsTheSelectionNeeds() {
    var scroll = settled(ListScroll(), 0)
    var offsets: [Int] = []
    for selection in [5, 9, 10, 11, 5, 2, 1, 99, 50] {
      scroll = settled(scroll, selection)
      offsets.append(scroll.offset)
    }
    #expect(offsets == [0, 0, 1, 2, 2, 2, 1, 90, 50])
  }

  @Test func theSelectedRowStaysInItsPlaceWhenRowsComeAboveIt() {
    var scroll = settled(settled(ListScroll(), 15), 12)
    let place = 12 - scroll.offset
    scroll.settle(selection: (id: 12, index: 17), count: 105, visible: 10)
    #expect(17 - scroll.offset == place)
    scroll.settle(selection: (id: 12, index: 11), count: 99, visible: 10)
    #expect(11 - scroll.offset == place)
  }

  @Test func noRowIsLeftEmptyWhileThereAreMoreAbove() {
    var scroll = settled(ListScroll(), 99)
    scroll.settle(selection: (id: 99, index: 12), count: 13, visible: 10)
    #expect(scroll.rows(count: 13, visible: 10) == 3..<13)
    scroll.settle(selection: (id: 99, index: 0), count: 1, visible: 10)
    #expect(scroll.rows(count: 1, visible: 10) == 0..<1)
  }

  @Test func withoutASelectionTheBeginningIsShown() {
    var scroll = settled(ListScroll(), 50)
    scroll.settle(selection: nil, count: 100, visible: 10)
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

@Suite struct ListRowsTests {
  @Test func theLastRowNeedsNoAirBelow() {
    #expect(ListRows(rowHeight: 2, spacing: 1, height: 8).visible == 3)
    #expect(ListRows(rowHeight: 2, spacing: 1, height: 7).visible == 2)
    #expect(ListRows(height: 0).visible == 0)
  }

  @Test func everyLineOfARowBelongsToIt() {
    let rows = ListRows(rowHeight: 2, spacing: 1, height: 8)
    #expect((-1..<10).map { rows.position(atLine: $0) } == [nil, 0, 0, 0, 1, 1, 1, 2, 2, nil, nil])
  }

  @Test func theBarAndTheCursorAreOnTheSelectedRow() {
    var canvas = Canvas(size: Size(width: 8, height: 5))
    ListRows(rowHeight: 2, spacing: 0, height: 5).draw(3..<5, selected: 4, bar: .plain, into: &canvas) { index, row in
      row.draw("row \(index)", x: 2, y: 0)
    }
    #expect(canvas.text == "  row 3\n\n▌ row 4\n▌\n")
    #expect(canvas.cursor == Point(x: 0, y: 2))
  }
}

@Suite struct TabBarTests {
  private func drawn(_ selected: Int, _ width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    TabBar(titles: ["Top", "Android", "iOS", "Ruby", "Windows Phone"], selected: selected)
      .draw(isFocused: true, into: &canvas)
    return canvas.text
  }

  @Test func tabsMoveTogetherBeforeAnyIsHidden() {
    #expect(drawn(0, 51) == "1 Top   2 Android   3 iOS   4 Ruby   5 Windows Phone".replacing("   ", with: "  "))
    #expect(drawn(0, 60) == "1 Top   2 Android   3 iOS   4 Ruby   5 Windows Phone")
  }

  @Test func theSelectedTabIsAlwaysThere() {
    #expect(drawn(0, 28) == "1 Top  2 Android  3 iOS    ›")
    #expect(drawn(2, 28) == "1 Top  2 Android  3 iOS    ›")
    #expect(drawn(4, 28) == "‹ 4 Ruby  5 Windows Phone")
    #expect(drawn(4, 12) == "‹ 5 Windo…")
  }

  @Test func everySelectionShowsItsTabAtEveryWidth() {
    for width in 8...60 {
      for selected in 0..<5 {
        let bar = TabBar(titles: ["Top", "Android", "iOS", "Ruby", "Windows Phone"], selected: selected)
        let slots = bar.slots(width: width)
        #expect(slots.contains { $0.tab == selected && !$0.columns.isEmpty })
        #expect(slots.allSatisfy { $0.columns.upperBound <= width })
        for slot in slots { #expect(bar.tab(at: slot.columns.lowerBound, width: width) == slot.tab) }
      }
    }
  }
}

@Suite struct TextFieldTests {
  private func drawn(_ text: SafeText, _ cursor: Int?, _ width: Int) -> (String, Int?) {
    var canvas = Canvas(size: Size(width: width, height: 1))
    TextField(text, cursor: cursor).draw(.plain, into: &canvas)
    return (canvas.text, canvas.cursor?.x)
  }

  @Test func theInsertionPointIsAlwaysVisible() {
    #expect(drawn("conc", 4, 10) == ("conc", 4))
    #expect(drawn("concurrency", 11, 8) == ("…rrency", 7))
    #expect(drawn("concurrency", 0, 8) == ("concurr…", 0))
    #expect(drawn("concurrency", 7, 8) == ("concurr…", 7))
    #expect(drawn("", 0, 8) == ("", 0))
  }

  @Test func wideCharactersAreNotCutByTheScroll() {
    #expect(drawn("東京都庁舎", 5, 8) == ("…都庁舎", 7))
    for width in 2...12 {
      for cursor in 0...5 {
        let (text, x) = drawn("東京都庁舎", cursor, width)
        #expect(DisplayWidth.of(SafeText(oneLine: text)) <= width)
        #expect(x.map { (0..<width).contains($0) } == true)
      }
    }
  }

  @Test func aFieldThatIsNotEditedHasNoCursor() {
    #expect(drawn("concurrency", nil, 8) == ("concurr…", nil))
  }
}

@Suite struct KeyHintsTests {
  private let hints = KeyHints([
    .init(keys: "↑↓", label: "move", rank: 1), .init(keys: "⏎", label: "open", rank: 3),
    .init(keys: "?", label: "help", rank: 2),
  ])

  @Test func theLeastImportantGoFirstAndTheRestKeepTheirOrder() {
    func drawn(_ width: Int) -> String {
      var canvas = Canvas(size: Size(width: width, height: 1))
      hints.draw(into: &canvas)
      return canvas.text
    }
    #expect(drawn(40) == "↑↓ move   ⏎ open   ? help")
    #expect(drawn(25) == "↑↓ move   ⏎ open   ? help")
    #expect(drawn(24) == "↑↓ move   ? help")
    #expect(drawn(15) == "↑↓ move")
    #expect(drawn(3) == "")
  }
}
