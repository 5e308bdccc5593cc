import Foundation

/// Counts instructions with Valgrind's callgrind.
public enum Callgrind {
  /// Returns how many instructions a value takes: the difference between two runs of this program, so that what comes
  /// before the first value does not count.
  ///
  /// - Parameters:
  ///   - workload: The arguments with which the program runs a workload, to which the count of values is added.
  ///   - counts: Between these two no buffer should grow for the first time.
  public static func instructionsPerValue(
    _ workload: [String], counts: (few: Int, many: Int) = (2_000, 12_000)
  ) throws -> Double {
    let (few, many) = counts
    return Double(try instructions(workload, count: many) - instructions(workload, count: few)) / Double(many - few)
  }

  private static func instructions(_ workload: [String], count: Int) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0]] + workload
      + [String(count)]
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
    else { throw Failure(workload: workload, output: text) }
    return instructions
  }

  struct Failure: Error, CustomStringConvertible {
    let workload: [String]
    let output: String

    var description: String {
      "\(workload.joined(separator: " ")) could not be run under valgrind, which said:\n\(output)"
    }
  }
}
