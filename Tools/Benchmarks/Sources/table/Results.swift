import Foundation
import Workloads

/// What a run of the benchmarks has measured, read from its export in the format of the Java Microbenchmark Harness.
struct Results {
  /// The middle one of all batches, per value.
  struct Figures {
    let nanoseconds: Double
    let allocations: Double
  }

  private let entries: [String: Entry]

  init(contentsOf url: URL) throws {
    let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
    self.entries = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The figures of a case done with a library; nil if it has not been measured.
  func figures(of measured: Case, by library: Library) -> Figures? {
    guard let entry = entries[library.benchmarkName(of: measured)],
      let microseconds = entry.secondaryMetrics["Time (wall clock)"]?.median,
      let allocations = entry.secondaryMetrics["Allocations"]?.median
    else { return nil }
    let count = Double(measured.batch(of: library))
    return Figures(nanoseconds: microseconds * 1000 / count, allocations: allocations / count)
  }

  private struct Entry: Decodable {
    let benchmark: String
    let secondaryMetrics: [String: Metric]

    /// The export puts the package and the target before it.
    var name: String { benchmark.split(separator: ".").suffix(2).joined(separator: ".") }
  }

  private struct Metric: Decodable {
    let scorePercentiles: [String: Double]

    var median: Double? { scorePercentiles["50.0"] }
  }
}
