import Screen
import Testing

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
    #expect(canvas.cursor == Canvas.Cursor(Point(x: 0, y: 2)), "it is hidden")
  }

  @Test func theBarIsAsLongAsWhatTheRowHas() {
    var canvas = Canvas(size: Size(width: 8, height: 6))
    ListRows(rowHeight: 3, height: 6).drawMeasured(0..<2, selected: 1, bar: .plain, into: &canvas) { index, row in
      row.draw("row \(index)", x: 2, y: 0)
      return 2
    }
    #expect(canvas.text == "  row 0\n\n\n▌ row 1\n▌\n")
  }
}
