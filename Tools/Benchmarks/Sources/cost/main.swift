// What a value costs here and elsewhere: the instructions that it takes, and the blocks of memory that it asks for.
//
//   cost                      prints the table of Signals' README
//   cost run LIBRARY CASE N   what is counted: sends N values through a case
//   cost allocations …        prints how many blocks a value of a case asks for

import AllocationCounter
import Foundation
import Peers
import SignalsTesting
import Workloads

#if REACTIVESWIFT
  import ReactiveSwiftPeer
#endif

/// The case as a library does it; nil if the library has no such thing.
func workload(_ measured: Case, by library: Library) async -> AsyncBatch? {
  switch library {
  case .signals:
    let scheduler = TestScheduler()
    let batch = measured.signals(on: scheduler) { scheduler.advance() }
    return { batch($0) }
  case .reactiveSwift:
    #if REACTIVESWIFT
      guard measured.isInReactiveSwift else { return nil }
      let batch = measured.reactiveSwift()
      return { batch($0) }
    #else
      return nil
    #endif
  case .openCombine:
    guard measured.isInOpenCombine else { return nil }
    let batch = measured.openCombine()
    return { batch($0) }
  case .asyncStream: return measured.isInAsyncStream ? await measured.asyncAlgorithms() : nil
  case .asyncAlgorithms:
    // Under Valgrind its `flatMapLatest` has waited for ever for a value that it had been sent.
    guard measured.isInAsyncAlgorithms, !measured.isInAsyncStream, measured != .flatMapLatest else { return nil }
    return await measured.asyncAlgorithms()
  }
}

let arguments = CommandLine.arguments.dropFirst()
do {
  guard let verb = arguments.first else {
    try await CostTable().print()
    exit(0)
  }
  let details = Array(arguments.dropFirst())
  guard ["run", "allocations"].contains(verb), details.count == 3, let library = Library(rawValue: details[0]),
    let measured = Case(rawValue: details[1]), let count = Int(details[2]),
    let batch = await workload(measured, by: library)
  else { throw UsageError() }
  keepSecondThreadAlive()
  if verb == "run" {
    await batch(count)
  } else {
    // The first values make what stays.
    await batch(count)
    allocation_counter_start()
    await batch(count)
    Swift.print(Double(allocation_counter_stop()) / Double(count))
  }
  exit(0)
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("cost: \(error)\n".utf8))
  exit(2)
}

struct UsageError: Error, CustomStringConvertible {
  var description: String { "expected: nothing, or run LIBRARY CASE N, or allocations LIBRARY CASE N" }
}
