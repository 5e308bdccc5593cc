// Prints what a run of the benchmarks comes to: table RESULTS.jmh.json

import Foundation
import Workloads

guard let path = CommandLine.arguments.dropFirst().first else {
  try? FileHandle.standardError.write(contentsOf: Data("usage: table RESULTS.jmh.json\n".utf8))
  exit(2)
}
do {
  let results = try Results(contentsOf: URL(filePath: path))
  try FileHandle.standardOutput.write(contentsOf: Data(Table(results).text.utf8))
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("table: \(path): \(error)\n".utf8))
  exit(1)
}
