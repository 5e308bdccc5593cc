// Guards the speed of Signals by counting instructions, which repeat where times on a busy machine do not.
//
//   perf-gate check BASELINE      counts, compares, and fails if a case has got worse
//   perf-gate renew BASELINE      counts, and writes the baseline anew
//   perf-gate workload CASE COUNT what is counted: sends COUNT values through a case

import Foundation
import Workloads

do {
  let arguments = CommandLine.arguments.dropFirst()
  switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
  case ("check", let path?, nil):
    let url = URL(filePath: path)
    exit(try Gate.check(against: Baseline(contentsOf: url)) ? 0 : 1)
  case ("renew", let path?, nil):
    try Gate.count().write(to: URL(filePath: path))
  case ("workload", let name?, let count?):
    guard let measured = Case(rawValue: name), let count = Int(count) else { throw UsageError() }
    runWorkload(measured, count: count)
  default:
    throw UsageError()
  }
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("perf-gate: \(error)\n".utf8))
  exit(2)
}

struct UsageError: Error, CustomStringConvertible {
  var description: String { "expected: check BASELINE, renew BASELINE, or workload CASE COUNT" }
}
