import Foundation
import Workloads

/// Counts instructions with Valgrind's callgrind.
enum Callgrind {
  /// Between these two counts of values nothing is set up any more, and no buffer grows for the first time.
  private static let (few, many) = (2_000, 12_000)

  /// How many instructions a value takes: the difference between two runs, so that what comes before the first value
  /// does not count.
  static func instructionsPerValue(_ measured: Case) throws -> Double {
    Double(try instructions(measured, count: many) - instructions(measured, count: few)) / Double(many - few)
  }

  private static func instructions(_ measured: Case, count: Int) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0],
      "workload", measured.rawValue, String(count),
    ]
    // Swift's hash tables are laid out by chance unless told otherwise. Of the rest, only where to find valgrind.
    process.environment = [
      "SWIFT_DETERMINISTIC_HASHING": "1", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin",
    ]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // ==4711== Collected : 123456
    guard process.terminationStatus == 0,
      let line = text.split(separator: "\n").last(where: { $0.contains("Collected") }),
      let instructions = line.split(separator: " ").last.flatMap({ Int($0) })
    else { throw Failure(of: measured, output: text) }
    return instructions
  }

  struct Failure: Error, CustomStringConvertible {
    let measured: Case
    let output: String

    init(of measured: Case, output: String) {
      self.measured = measured
      self.output = output
    }

    var description: String { "\(measured.rawValue) could not be run under valgrind, which said:\n\(output)" }
  }
}
