import Counting
import Foundation
import Workloads

/// A row a case, a column a library: instructions a value, and how many blocks of memory it asks for.
struct CostTable {
  /// What repeats under Valgrind, which runs one thread at a time. A value to a hundred observers says no more than one to ten.
  private let cases = Case.allCases.filter { ![.twoThreads, .fanOut100].contains($0) }
  private let libraries = Library.allCases

  func print() async throws {
    var rows: [[String]] = []
    var seen: Set<Library> = [.signals]
    for measured in cases {
      var row = [measured.title]
      for library in libraries {
        if await workload(measured, by: library) != nil {
          seen.insert(library)
          row.append(try cost(of: measured, by: library))
        } else {
          row.append("–")
        }
      }
      rows.append(row)
      try FileHandle.standardError.write(contentsOf: Data("\(row.joined(separator: "  "))\n".utf8))
    }
    let columns = [0] + libraries.indices.filter { seen.contains(libraries[$0]) }.map { $0 + 1 }
    let header = ["a value"] + libraries.map(\.rawValue)
    for row in [header, header.indices.map { $0 == 0 ? "---" : "---:" }] + rows {
      Swift.print("| " + columns.map { row[$0] }.joined(separator: " | ") + " |")
    }
  }

  private func cost(of measured: Case, by library: Library) throws -> String {
    let isAsynchronous = [.asyncStream, .asyncAlgorithms].contains(library)
    let instructions = try Callgrind.instructionsPerValue(
      ["run", library.rawValue, measured.rawValue], counts: isAsynchronous ? (200, 1_200) : (2_000, 12_000))
    let blocks = try allocations(of: measured, by: library, count: isAsynchronous ? 1_000 : 10_000)
    return "\(Self.grouped(instructions)) · \(Self.short(blocks))"
  }

  private func allocations(of measured: Case, by library: Library, count: Int) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["allocations", library.rawValue, measured.rawValue, "\(count)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let blocks = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw Failure(description: "\(library.rawValue) has not counted \(measured.rawValue)") }
    return blocks
  }

  /// A count with three digits at most that say something.
  private static func grouped(_ count: Double) -> String {
    let rounded = count < 1_000 ? count.rounded() : (count / 10).rounded() * 10
    var digits = String(Int(rounded))
    if digits.count > 3 { digits.insert(",", at: digits.index(digits.endIndex, offsetBy: -3)) }
    return digits
  }

  private static func short(_ blocks: Double) -> String {
    let text = String(format: "%.1f", blocks)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
