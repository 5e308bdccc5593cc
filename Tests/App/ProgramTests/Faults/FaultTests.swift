import Foundation
import Testing

extension ProgramTests {
  /// The whole program before servers that fail, over real sockets: that is told in each pane within its limit, what was there
  /// stays, keys are answered meanwhile, and once the servers work again so do the panes; and memory is bounded.
  ///
  /// `make faults` plays all of ``FaultCase/all`` and prints a table for docs/RELIABILITY.md; a run of all tests plays a tenth.
  @Suite(.timeLimit(.minutes(60))) struct FaultTests {
    static let isWhole = ProcessInfo.processInfo.environment["REACTUI_FAULTS"] != nil

    private static let cases: [FaultCase] = {
      let name = ProcessInfo.processInfo.environment["REACTUI_FAULTS_NAME"] ?? ""
      return FaultCase.all.filter { (isWhole || $0.isOrdinary) && (name.isEmpty || $0.name.contains(name)) }
    }()

    /// As most of their time is spent waiting, several are played at once.
    @Test func eachFaultIsToldAndMended() async throws {
      let results = await withTaskGroup(of: (Int, FaultResult).self) { group in
        var rest = Array(Self.cases.enumerated())[...]
        func next() {
          guard let (index, fault) = rest.popFirst() else { return }
          group.addTask { (index, await Self.result(of: fault)) }
        }
        for _ in 0..<(Self.isWhole ? 10 : 4) { next() }
        var results: [(Int, FaultResult)] = []
        for await result in group {
          results.append(result)
          next()
        }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
      }
      if Self.isWhole { print(FaultResult.table(results)) }
    }

    private static func result(of fault: FaultCase) async -> FaultResult {
      await withTaskExecutorPreference(ThreadPerJob()) {
        do {
          let result = try FaultStory(fault).play()
          for mistake in result.mistakes { Issue.record("\(fault.name): \(mistake)") }
          return result
        } catch {
          Issue.record("\(fault.name): \(error)")
          return FaultResult(name: fault.name)
        }
      }
    }
  }
}

/// What became of a fault; times in seconds.
struct FaultResult: Sendable {
  var name: String
  /// By pane: how long it took to tell it, and then how long until it worked again.
  var told: [String: TimeInterval] = [:]
  var back: [String: TimeInterval] = [:]
  /// The longest that a key took to be answered.
  var key: TimeInterval = 0
  /// The most memory that the program took, in MB.
  var memory: Double?
  var isPersons = false
  var mistakes: [String] = []

  static let panes = ["Stack Overflow", "Wikipedia", "ConAir"]

  /// A table in Markdown.
  static func table(_ results: [FaultResult]) -> String {
    func cell(_ times: [String: TimeInterval]) -> String {
      panes.map { pane in times[pane].map { $0.formatted(.number.precision(.fractionLength(1))) } ?? "–" }
        .joined(separator: " / ")
    }
    let lines = results.map { result in
      let key = result.key.formatted(.number.precision(.fractionLength(2)))
      let memory = result.memory.map { $0.formatted(.number.precision(.fractionLength(0))) } ?? "–"
      let back = cell(result.back) + (result.isPersons ? ", after `R`" : "")
      return "| \(result.name) | \(cell(result.told)) | \(back) | \(key) | \(memory) |"
    }
    return (["| fault | told after | back after | key | MB |", "| --- | --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }
}
