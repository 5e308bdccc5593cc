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
    #expect(value.dot(of: 4) == 0)
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

  @Test func theRowOfTheTimeAxisIsTheLowestValuesOnly() {
    let scale = LinearScale.value(of: Viewport(time: 0...1, value: 0...4), rows: 9)
    #expect([4, 3, 2, 1, 0].map { scale.cell(of: $0) } == [0, 2, 4, 6, 8], "round values stand on equal distances")
    #expect(scale.dot(of: 0) == 32)
    #expect(scale.cell(of: 0.1) == 7)
    for cell in 0..<9 { #expect(scale.cell(of: scale.value(atCell: cell)) == cell) }
  }

  @Test func annotationsLessThanACellApartAreOneLine() {
    let chart = Chart(viewport: Viewport(time: 0...100, value: 0...1), annotations: [25, 29, 60])
    let scale = LinearScale.time(of: chart.viewport, columns: 10, dotsPerColumn: 1)
    #expect(chart.annotationColumns(on: scale) == [2, 5])
    #expect([2, 5].map { chart.annotationTimes(inCell: $0, on: scale) } == [25...29, 60...60])
  }

  @Test func annotationsInOneCellAreOneLine() {
    let viewport = Viewport(time: 0...99, value: 0...1)
    let chart = Chart(viewport: viewport, annotations: [-5, 10, 11, 11.5, 50, 120])
    let scale = LinearScale.time(of: viewport, columns: 10)
    #expect(chart.annotationColumns(on: scale) == [1, 5])
    #expect(chart.annotationTimes(inCell: 1, on: scale) == 10...11.5)
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
      var expected: [Int] = []
      var last = -Double.infinity
      for time in times {
        guard let column = scale.cell(of: time), column != expected.last,
          time - last >= scale.domain.span / Double(scale.cells)
        else { continue }
        expected.append(column)
        last = time
      }
      #expect(chart.annotationColumns(on: scale) == expected)
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
