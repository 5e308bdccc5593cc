// Prints what a run of the benchmarks comes to: table RESULTS.jmh.json

import Foundation
import Workloads

guard let path = CommandLine.arguments.dropFirst().first else {
  FileHandle.standardError.write(Data("usage: table RESULTS.jmh.json\n".utf8))
  exit(2)
}
do {
  let results = try Results(contentsOf: URL(filePath: path))
  FileHandle.standardOutput.write(Data(Table(results).text.utf8))
} catch {
  FileHandle.standardError.write(Data("\(path) cannot be read: \(error)\n".utf8))
  exit(1)
}
