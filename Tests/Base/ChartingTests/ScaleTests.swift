import Testing

@testable import Charting

@Suite struct ScaleTests {
  @Test func theEndsOfTheDomainAreTheFirstAndTheLastDot() {
    let time = LinearScale(domain: 100...200, cells: 10, dotsPerCell: 2)
    #expect(time.dot(of: 100) == 0)
    #expect(time.dot(of: 200) == 19)
    #expect(time.cell(of: 200) == 9)
    #expect(time.dot(of: 97) == nil)
    #expect(time.dot(of: 203) == nil)

    let value = LinearScale(domain: 0...4, cells: 5, dotsPerCell: 4, isInverted: true)
    #expect(value.dot(of: 4) == 0 && value.cellSpan > 0.8)
    #expect(value.dot(of: 0) == 19)
    #expect(value.cell(of: 0) == 4)
  }

  @Test func aValueIsFoundAgainAtItsPlace() {
    for isInverted in [true, false] {
      let scale = LinearScale(domain: -3...7, cells: 13, dotsPerCell: 4, isInverted: isInverted)
      for value in stride(from: -3.0, through: 7, by: 0.37) {
        #expect(abs(scale.value(at: scale.position(of: value)) - value) < 1e-9)
      }
      for cell in 0..<13 { #expect(scale.cell(of: scale.value(atCell: cell)) == cell) }
    }
  }

  @Test func anAxisOfOneDotStillHasAPlace() {
    let scale = LinearScale(domain: 0...10, cells: 0)
    #expect(scale.dots == 1)
    #expect(scale.cell(of: 3) == 0)
    #expect(scale.value(at: 0) == 5)
  }

  @Test func theValuesOfAnAxisAreInTheMiddlesOfItsRows() {
    for dots in [1, 4] {
      let scale = LinearScale.value(of: Viewport(time: 0...1, value: 0...4), rows: 9, dotsPerRow: dots)
      #expect([4, 3, 2, 1, 0].map { scale.cell(of: $0) } == [0, 2, 4, 6, 8])
      #expect([4.0, 0].map { scale.dot(of: $0) } == (dots == 4 ? [2, 34] : [0, 8]))
      #expect([0.24, 0.26].map { scale.cell(of: $0) } == [8, 7] && scale.cellSpan == 0.5)
      #expect(scale.cell(of: 4.3) == nil && scale.cell(of: -0.3) == nil)
      for cell in 0..<9 { #expect(scale.cell(of: scale.value(atCell: cell)) == cell) }
    }
  }

  /// While a person pans, an axis keeps its size and moves by whole rows.
  @Test func anAxisThatIsPannedMovesByWholeRows() {
    for rows in 2...40 {
      let scales = (0...60).map { step in
        LinearScale.value(
          of: Viewport(time: 0...1, value: (19.3 + Double(step) * 0.13)...(23.9 + Double(step) * 0.13)), rows: rows,
          isFitted: false)
      }
      #expect(Set(scales.map(\.cellSpan)).count == 1, "\(rows)")
      for (scale, next) in zip(scales, scales.dropFirst()) {
        let moved = (next.domain.lowerBound - scale.domain.lowerBound) / scale.cellSpan
        #expect(moved > -1e-9 && abs(moved - moved.rounded()) < 1e-9 && moved < max(1, 0.14 / scale.cellSpan) + 1)
        #expect(!Ticks.values(on: scale).isEmpty)
      }
    }
  }

  /// Each column covers whole multiples of its own time, and all of the view is on the axis.
  @Test func columnsAreAlignedToTheClock() {
    var random = Xorshift(state: 5)
    for _ in 0..<2_000 {
      let span = ([30, 180, 600, 3_600, 86_400, 7e6] as [Double]).randomElement(using: &random) ?? 0
      let end = 1.79e9 + Double.random(in: 0...1e6, using: &random)
      let viewport = Viewport(time: (end - span)...end, value: 0...1)
      let dots = Int.random(in: 1...2, using: &random)
      let columns = Int.random(in: 3...250, using: &random)
      let scale = LinearScale.time(of: viewport, columns: columns, dotsPerColumn: dots)
      #expect(scale.firstColumn.isMultiple(of: dots))
      #expect(scale.cell(of: end) == columns - 1)
      #expect(scale.cell(of: end - span).map { $0 <= 2 } == true, "\(columns) \(span)")
      let exact = LinearScale.time(
        of: Viewport(time: 0...span, value: 0...1), columns: columns, dotsPerColumn: dots)
      #expect(scale.grid == exact.grid, "a span that lost its last digits has the same columns")
    }
  }

  @Test func annotationsInOneCellAreOneMark() {
    let chart = Chart(
      viewport: Viewport(time: 0...99, value: 0...1), annotations: [-5, 10, 11, 11.5, 15, 50, 120])
    let scale = LinearScale(domain: 0...99, cells: 10, dotsPerCell: 2)
    #expect(chart.annotationColumns(on: scale) == [1, 5])
    #expect(chart.annotationTimes(inCell: 1, on: scale) == 10...15)
    #expect(chart.annotationTimes(inCell: 5, on: scale) == 50...50)
    #expect([0, 2, 9, -1, 10].allSatisfy { chart.annotationTimes(inCell: $0, on: scale) == nil })
  }

  /// Against a walk over all annotations, at random views of crowded and of lonely ones.
  @Test func annotationColumnsAreThoseOfAWalkOverAll() {
    var random = Xorshift(state: 23)
    for _ in 0..<300 {
      let count = Int.random(in: 0...60, using: &random)
      let times = (0..<count).map { _ in Double(Int.random(in: -1_000...1_000, using: &random)) / 4 }.sorted()
      let start = Double.random(in: -300...300, using: &random)
      let end = start + Double.random(in: 0.5...600, using: &random)
      let chart = Chart(viewport: Viewport(time: start...end, value: 0...1), annotations: times)
      let columns = Int.random(in: 1...120, using: &random)
      let scale = LinearScale.time(
        of: chart.viewport, columns: columns, dotsPerColumn: Int.random(in: 1...2, using: &random))
      let cells = times.compactMap(scale.cell)
      #expect(chart.annotationColumns(on: scale) == Set(cells).sorted())
      for cell in Set(cells) {
        let within = times.filter { scale.cell(of: $0) == cell }
        #expect(chart.annotationTimes(inCell: cell, on: scale) == within[0]...within[within.count - 1])
      }
    }
  }

  @Test func annotationsStayInOrderAndBounded() {
    var annotations = Annotations(limit: 3)
    for time in [5, 3, 4, .nan, 1, 9] { annotations.insert(time) }
    #expect(annotations.times == [4, 5, 9])
    annotations.drop(before: 4.5)
    #expect(annotations.times == [5, 9])
    annotations.drop(before: 100)
    #expect(annotations.isEmpty)
  }
}
