import Testing

@testable import Charting

@Suite struct ViewportTests {
  @Test func theAnchorKeepsItsPlaceWhenZooming() {
    var viewport = Viewport(time: 100...200, value: 0...10)
    viewport.zoomTime(by: 0.5, about: 120)
    #expect(viewport.time == 110...160)
    viewport.zoomValue(by: 2, about: 10)
    #expect(viewport.value == -10...10)
  }

  @Test func panningMovesByAFractionOfTheView() {
    var viewport = Viewport(time: 100...200, value: 0...10)
    viewport.panTime(by: -0.25)
    viewport.panValue(by: 0.1)
    #expect(viewport == Viewport(time: 75...175, value: 1...11))
  }

  @Test func aViewIsNeverEmptyHoweverFarItIsZoomed() {
    var viewport = Viewport(time: 1_400_000_000...1_400_000_060, value: 3...3)
    #expect(viewport.value == 2.5...3.5)
    for _ in 0..<2_000 { viewport.zoomTime(by: 0.5, about: 1_400_000_030) }
    #expect(viewport.time.span > 0)
    for _ in 0..<5_000 { viewport.zoomTime(by: 2, about: 1_400_000_030) }
    #expect(viewport.time.span.isFinite)
    viewport.zoomTime(by: 0, about: 0)
    viewport.zoomTime(by: .nan, about: 0)
    #expect(viewport.time.span.isFinite)
  }

  @Test func aViewThatFitsIntoTheLimitsIsMovedAndOneThatDoesNotIsMadeAsWide() {
    var viewport = Viewport(time: 90...110, value: 0...1)
    viewport.clampTime(to: 100...200)
    #expect(viewport.time == 100...120)
    viewport.time = 190...210
    viewport.clampTime(to: 100...200)
    #expect(viewport.time == 180...200)
    viewport.time = 0...1_000
    viewport.clampTime(to: 100...200)
    #expect(viewport.time == 100...200)
    viewport.time = 150...150.5
    viewport.clampTime(to: 100...200, shortest: 10)
    #expect(abs(viewport.time.span - 10) < 1e-9)
    #expect(abs(viewport.time.middle - 150.25) < 1e-9)
  }
}

@Suite struct NiceRangeTests {
  @Test(arguments: [
    (0.0...18.0, 1.0, true, 0.0...20.0),
    (0.0...0.0, 1.0, true, 0.0...1.2),
    (16.902...22.096, 1.0, false, 16.0...23.0),
    (21.3...21.3, 1.0, false, 20.6...22.0),
    (-5.0 ... -1.0, 1.0, true, -6.0...0.0),
    (1e6...1e6, 1.0, false, 999_999.4...1_000_000.6),
  ])
  func theEndsAreRoundAndAFlatLineIsNotBlownUp(
    data: ClosedRange<Double>, span: Double, zero: Bool, expected: ClosedRange<Double>
  ) {
    let range = NiceRange.around(data, minimumSpan: span, includesZero: zero)
    #expect(abs(range.lowerBound - expected.lowerBound) < 1e-6, "\(range)")
    #expect(abs(range.upperBound - expected.upperBound) < 1e-6, "\(range)")
  }

  @Test func everyRangeHoldsItsDataAndIsNotEmpty() {
    for magnitude in stride(from: -300.0, through: 300, by: 25) {
      let size = magnitude < 0 ? 1 / pow10(-magnitude) : pow10(magnitude)
      for data in [size...size, -size...size, size...(size * 1.0000001), -size ... -size, 0...size] {
        for zero in [true, false] {
          let range = NiceRange.around(data, minimumSpan: 0, includesZero: zero)
          #expect(range.span > 0 && range.span.isFinite, "\(data)")
          #expect(range.lowerBound <= data.lowerBound && range.upperBound >= data.upperBound, "\(data) \(range)")
        }
      }
    }
  }

  private func pow10(_ exponent: Double) -> Double {
    (0..<Int(exponent)).reduce(1.0) { power, _ in power * 10 }
  }
}
