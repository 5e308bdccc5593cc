/// Whose figures stand side by side.
public enum Library: String, CaseIterable, Sendable {
  case signals = "Signals"
  case reactiveSwift = "ReactiveSwift"
  case openCombine = "OpenCombine"
  case asyncStream = "AsyncStream"
  case asyncAlgorithms = "AsyncAlgorithms"

  /// What the benchmark of a case is called.
  public func benchmarkName(of measured: Case) -> String { "\(measured.rawValue).\(rawValue)" }
}

extension Case {
  /// How many values are sent between two looks at the clock. AsyncAlgorithms is sent fewer, or a run would take too long.
  public func batch(of library: Library) -> Int {
    switch (library, self) {
    case (.asyncAlgorithms, _), (.asyncStream, _): 1_000
    case (_, .twoThreads): 200_000
    default: 10_000
    }
  }
}
