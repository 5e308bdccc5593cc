import Foundation
import Workloads

/// How many instructions a value takes, by case: a text with a case and its count in each line.
struct Baseline {
  var instructions: [Case: Double]

  init(_ instructions: [Case: Double]) {
    self.instructions = instructions
  }

  init(contentsOf url: URL) throws {
    instructions = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: " ")
      guard fields.count == 2, let measured = Case(rawValue: String(fields[0])), let count = Double(fields[1]) else {
        throw Malformed(line: String(line))
      }
      instructions[measured] = count
    }
  }

  func write(to url: URL) throws {
    let lines = Case.counted.compactMap { measured in
      instructions[measured].map { "\(measured.rawValue) \(String(format: "%.1f", $0))" }
    }
    let text = ["# Instructions per value, x86-64. Written by `perf-gate renew`; see README.md."] + lines
    try (text.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
  }

  struct Malformed: Error, CustomStringConvertible {
    let line: String

    var description: String { "the baseline has a line that is not a case and a number: \(line)" }
  }
}
