// swift-tools-version: 6.2
import PackageDescription

// The library alone, without a dependency. `make signals-package` copies the tree that a release publishes.

// A stranger's build, with another compiler, only warns: the package manager leaves this out of packages from elsewhere.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// A short program each, beside which stands what it prints.
let examples = [
  "back-pressure", "chat", "download", "merged-logs", "offline-first", "pausing-poller", "search-as-you-type",
  "sign-up-form", "stopwatch", "thermostat", "undo-and-redo", "windows",
]

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
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "SignalsTesting"], swiftSettings: strict),
    // Written as ReactiveSwift's users write, and compiled as they do; the flag silences what Swift 5 only warns of.
    .testTarget(
      name: "SignalsCompatibilityTests", dependencies: ["Signals", "SignalsTesting"],
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
  ]
    + examples.map { name in
      .executableTarget(
        name: name, dependencies: ["Signals", "SignalsTesting"], path: "Examples/\(name)",
        exclude: name == "stopwatch" ? ["transcript.txt", "keys.txt"] : ["transcript.txt"],
        swiftSettings: strict)
    }
)
