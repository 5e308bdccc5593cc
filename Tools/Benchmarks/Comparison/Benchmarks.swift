import AllocationCounter
import Benchmark
import Peers
import Signals
import Workloads

// Each case, by each library that has it. One benchmark is one process; what it reports is about a whole batch of
// values, and `table` divides.

/// How many blocks a batch has asked for.
private let allocations = BenchmarkMetric.custom("Allocations", polarity: .prefersSmaller, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  keepSecondThreadAlive()
  Benchmark.defaultConfiguration = .init(
    // The export asks for the throughput too.
    metrics: [.wallClock, .throughput, allocations], warmupIterations: 3, maxDuration: .seconds(1),
    maxIterations: 5_000)

  for measured in Case.allCases {
    measure(measured, by: .signals) { measured.signals(on: QueueScheduler(name: "Benchmarks")) }
    if measured.isInOpenCombine {
      measure(measured, by: .openCombine) { measured.openCombine() }
    }
    if measured.isInAsyncAlgorithms {
      measure(measured, by: .asyncAlgorithms) { await measured.asyncAlgorithms() }
    }
  }
}

private func measure(_ measured: Case, by library: Library, _ setUp: @escaping () -> Batch) {
  let count = measured.batch(of: library)
  // Set up in the process that measures it, and only there.
  var batch: Batch = { _ in }
  Benchmark(library.benchmarkName(of: measured)) { benchmark in
    benchmark.startMeasurement()
    batch(count)
    benchmark.stopMeasurement()
    allocation_counter_start()
    batch(count)
    benchmark.measurement(allocations, allocation_counter_stop())
  } setup: {
    batch = setUp()
  }
}

private func measure(_ measured: Case, by library: Library, _ setUp: @escaping () async -> AsyncBatch) {
  let count = measured.batch(of: library)
  var batch: AsyncBatch = { _ in }
  Benchmark(library.benchmarkName(of: measured)) { benchmark in
    benchmark.startMeasurement()
    await batch(count)
    benchmark.stopMeasurement()
    allocation_counter_start()
    await batch(count)
    benchmark.measurement(allocations, allocation_counter_stop())
  } setup: {
    batch = await setUp()
  }
}
