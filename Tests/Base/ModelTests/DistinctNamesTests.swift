import Foundation
import Testing
import Text

@testable import Model

/// Names that would otherwise be the same.
@Suite struct DistinctNamesTests {
  private typealias Candidate = DistinctNames.Candidate

  private func names(_ candidates: [Candidate], besides taken: Set<SafeText> = [], limit: Int = 200) -> [String] {
    DistinctNames.names(of: candidates, besides: taken, limit: limit).map(\.string)
  }

  @Test func onlyNamesThatAreTheSameGetAnAddition() {
    #expect(
      names([
        Candidate("Attic", additions: ["pi"]), Candidate("Hall", additions: ["pi"]),
        Candidate("attic", additions: ["nas"]),
      ]) == ["Attic (pi)", "Hall", "attic (nas)"])
  }

  @Test func theFirstAdditionInWhichAllDifferCounts() {
    #expect(
      names([
        Candidate("A", additions: [nil, "pi", "pi:1"]), Candidate("A", additions: ["x", "pi", "pi:2"]),
      ]) == ["A (pi:1)", "A (pi:2)"])
    #expect(names([Candidate("A"), Candidate("A"), Candidate("A")]) == ["A", "A 2", "A 3"])
    #expect(names([Candidate("A"), Candidate("A 2"), Candidate("A")]) == ["A", "A 2", "A 3"])
    #expect(
      names([Candidate("A", additions: ["x"]), Candidate("A", additions: ["y"]), Candidate("A (x)")])
        == ["A", "A 2", "A (x)"])
  }

  @Test func namesThatAreTakenAreNotUsed() {
    #expect(names([Candidate("A", additions: ["x"]), Candidate("B")], besides: ["a"]) == ["A (x)", "B"])
    #expect(names([Candidate("A")], besides: ["A", "A 2"]) == ["A 3"])
  }

  @Test func aNameStaysWithinTheLimit() {
    let long = SafeText(oneLine: String(repeating: "n", count: 60))
    let names = names(
      [
        Candidate(long, additions: ["kitchen"]), Candidate(long, additions: ["cellar"]),
        Candidate(long + "x", additions: [long]), Candidate("b", additions: [long]),
        Candidate("b", additions: [long + "y"]),
      ], limit: 40)
    #expect(names.allSatisfy { $0.count <= 40 } && Set(names).count == names.count, "\(names)")
  }

  @Test func manyNamesTakeATimeThatGrowsWithTheirNumber() {
    let names = names((0..<20_000).map { Candidate("A", additions: [SafeText(oneLine: "\($0 / 2)")]) })
    #expect(Set(names).count == 20_000)
  }
}
