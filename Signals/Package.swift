// swift-tools-version: 6.2
import PackageDescription

// The library alone, without a dependency. In reactui's repository the folders below are links to its sources, and
// `make signals-package` writes the tree that a release publishes, in which they are the sources themselves.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
  name: "Signals",
  // What the atomics and mutexes of the standard library need.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
  ],
  targets: [
    .target(name: "Signals", swiftSettings: strict),
    .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: strict),
    .executableTarget(name: "search-as-you-type", dependencies: ["Signals"], path: "Examples/search-as-you-type"),
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "SignalsTesting"], swiftSettings: strict),
    // Written as ReactiveSwift's users write, and compiled as they do.
    .testTarget(
      name: "SignalsCompatibilityTests", dependencies: ["Signals", "SignalsTesting"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
