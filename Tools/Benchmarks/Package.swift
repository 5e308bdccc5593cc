// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who builds the library does not build its rivals.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The repository of ReactiveSwift, for `cost`: it is left out of a build that does not name it.
let reactiveSwift = Context.environment["REACTIVESWIFT"]

let package = Package(
  name: "signals-benchmarks",
  // Exact versions: figures mean something only beside the version they were measured with.
  dependencies: [
    .package(path: "../../Signals"),
    // Without its traits it counts no allocations, and needs no library for that; AllocationCounter does.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    .target(
      name: "Workloads", dependencies: [.product(name: "Signals", package: "Signals")], swiftSettings: strict),

    // The cases, done with others.
    .target(
      name: "Peers",
      dependencies: [
        "Workloads",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      swiftSettings: strict),

    // What `swift package benchmark` runs. Its folder has to lie in one called Benchmarks.
    .executableTarget(
      name: "Comparison",
      dependencies: [
        "AllocationCounter", "Workloads", "Peers",
        .product(name: "Signals", package: "Signals"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Comparison",
      swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),

    // Builds only if the compiler takes no longer than half a second for a chain of operators.
    .target(
      name: "Chains", dependencies: [.product(name: "Signals", package: "Signals")],
      swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=500"])]),
    // The same for chains as people write them, some of which the compiler finds hard: two seconds. The file is a link to
    // that of the tests.
    .target(
      name: "CommonChains", dependencies: [.product(name: "Signals", package: "Signals")],
      swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=2000"])]),

    // Prints the closing table of a run.
    .executableTarget(name: "table", dependencies: ["Workloads"], swiftSettings: strict),

    .target(name: "Counting", swiftSettings: strict),

    // Counts instructions and allocations beside those of others, for the README of Signals.
    .executableTarget(
      name: "cost",
      dependencies: [
        "AllocationCounter", "Counting", "Peers", "Workloads", .product(name: "SignalsTesting", package: "Signals"),
      ],
      swiftSettings: strict),

    // Counts instructions and holds them against the baseline.
    .executableTarget(
      name: "perf-gate",
      dependencies: ["Counting", "Workloads", .product(name: "SignalsTesting", package: "Signals")],
      swiftSettings: strict),
  ],
  cLanguageStandard: .c2x
)

if let reactiveSwift {
  package.dependencies.append(.package(url: reactiveSwift, exact: "7.2.1"))
  package.targets.append(
    .target(
      name: "ReactiveSwiftPeer",
      dependencies: ["Workloads", .product(name: "ReactiveSwift", package: "ReactiveSwift")],
      // Its types are not `Sendable`.
      swiftSettings: [.swiftLanguageMode(.v5)]))
  for target in package.targets where target.name == "cost" {
    target.dependencies.append("ReactiveSwiftPeer")
    target.swiftSettings = strict + [.define("REACTIVESWIFT")]
  }
}
