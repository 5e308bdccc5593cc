import Counting
import Foundation
import Workloads

/// Decides whether Signals has become slower.
enum Gate {
  /// By how much a count may grow. Counts repeat to 0.03 %, but a change elsewhere in a file may make the compiler
  /// inline or lay out a function differently.
  static let tolerance = 0.02

  /// What each case takes now.
  static func count() throws -> Baseline {
    Baseline(
      Dictionary(
        uniqueKeysWithValues: try Case.counted.map { measured in
          let instructions = try Callgrind.instructionsPerValue(["workload", measured.rawValue])
          try print(measured, String(format: "%10.1f", instructions))
          return (measured, instructions)
        }))
  }

  /// Counts each case and prints how it compares; returns whether none has got worse.
  static func check(against baseline: Baseline) throws -> Bool {
    try print("Instructions per value:      baseline         now")
    var worse: [String] = []
    for measured in Case.counted {
      let now = try Callgrind.instructionsPerValue(["workload", measured.rawValue])
      guard let before = baseline.instructions[measured] else {
        worse.append("\(measured.title) is not in the baseline")
        try print(measured, String(format: "         –  %10.1f   not in the baseline", now))
        continue
      }
      let change = now / before - 1
      let isWorse = change > tolerance
      if isWorse { worse.append(measured.title) }
      let remark = isWorse ? "worse" : change < -tolerance ? "better: renew the baseline, so that it stays so" : ""
      try print(measured, String(format: "%10.1f  %10.1f  %+6.2f %%  ", before, now, 100 * change) + remark)
    }
    if worse.isEmpty {
      try print("No case takes more instructions than the baseline allows.")
    } else {
      try print("Worse by more than \(Int(100 * tolerance)) %: \(worse.joined(separator: ", ")).")
    }
    return worse.isEmpty
  }

  private static func print(_ measured: Case, _ figures: String) throws {
    try print(measured.title.padding(toLength: 28, withPad: " ", startingAt: 0) + figures)
  }

  private static func print(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}
