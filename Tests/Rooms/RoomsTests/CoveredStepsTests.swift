import ModelTesting
import Testing

@testable import PaneKit
@testable import Rooms

/// Which steps are covered, against a set of them.
@Suite struct CoveredStepsTests {
  private struct Simple {
    var finished: Set<Int> = []
    var unfinished: Set<Int> = []

    mutating func insert(_ range: ClosedRange<Int>, finishedThrough last: Int) {
      finished.formUnion(range.filter { $0 <= last })
      let rest = Set(range.filter { $0 > last })
      if !rest.isEmpty { unfinished = rest }
      unfinished.subtract(finished)
    }
  }

  private func steps(_ ranges: [ClosedRange<Int>]) -> Set<Int> { Set(ranges.flatMap { Array($0) }) }

  @Test(arguments: 0..<40 as Range<UInt64>) func itHoldsWhatASetHolds(seed: UInt64) {
    var generator = Chance(seed: seed)
    var covered = CoveredSteps()
    var simple = Simple()
    var newest = 20
    for _ in 0..<200 {
      let start = Int.random(in: -30...newest, using: &generator)
      let range = start...Int.random(in: start...(newest + 3), using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        covered.insert(range, finishedThrough: newest)
        simple.insert(range, finishedThrough: newest)
      case 4:
        covered.forget(range)
        simple.finished.subtract(range)
        // Of what is left of the unfinished ones the last stretch stays.
        simple.unfinished.subtract(range)
        if let last = simple.unfinished.max() {
          var kept: Set<Int> = []
          for step in stride(from: last, through: last - 100, by: -1) {
            guard simple.unfinished.contains(step) else { break }
            kept.insert(step)
          }
          simple.unfinished = kept
        }
      case 5 where range.count > 8:
        covered.keep(range)
        simple.finished.formIntersection(range)
        simple.unfinished.formIntersection(range)
      default: newest += Int.random(in: 0...3, using: &generator)
      }
      #expect(steps(covered.ranges) == simple.finished)
      #expect(Set(covered.unfinished.map { Array($0) } ?? []) == simple.unfinished)
      #expect(steps(covered.missing(of: range)) == Set(range).subtracting(simple.finished))
      #expect(zip(covered.ranges, covered.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
    }
  }

  @Test func theNewestStepIsAskedForAgain() {
    var covered = CoveredSteps()
    covered.insert(0...10, finishedThrough: 8)
    #expect(covered.ranges == [0...8] && covered.unfinished == 9...10)
    #expect(covered.missing(of: 0...12) == [9...12])
    covered.insert(9...12, finishedThrough: 11)
    #expect(covered.ranges == [0...11] && covered.unfinished == 12...12)
  }
}
