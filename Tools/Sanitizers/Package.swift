// swift-tools-version: 6.2
import PackageDescription

// The part of the program that a sanitizer watches, as a package of its own: with a sanitizer everything is built again, and
// all of reactui with what it depends on would take a long time. `Signals`, `Sources`, `Tests` and `Simulation` are links to the program's.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
// Under a sanitizer a value takes tens of times as long: the stress tests send fewer.
let sanitized = strict + [.define("SANITIZED")]

/// Tests of view models, in the folders of the program's.
func tests(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["SignalsTesting", "ModelTesting", "Locks"],
    path: "Tests/\(folder)/\(name)", swiftSettings: sanitized)
}

let package = Package(
  name: "signals-sanitizers",
  targets: [
    .target(name: "Signals", path: "Signals/Sources/Signals", swiftSettings: strict),
    .target(
      name: "SignalsTesting", dependencies: ["Signals"], path: "Signals/Sources/SignalsTesting", swiftSettings: strict),
    .target(name: "Locks", path: "Sources/Base/Locks", swiftSettings: strict),
    .target(name: "Text", path: "Sources/Base/Text", swiftSettings: strict),
    .target(name: "Charting", path: "Sources/Base/Charting", swiftSettings: strict),
    .target(name: "Model", dependencies: ["Text", "Signals"], path: "Sources/Base/Model", swiftSettings: strict),
    .target(
      name: "ModelTesting", dependencies: ["Questions", "Edits", "Rooms", "Model", "Text", "Signals", "Locks"],
      path: "Tests/Support/ModelTesting",
      swiftSettings: strict),
    .target(
      name: "Screen", dependencies: ["Text", "Charting", "Signals", "Locks"], path: "Sources/Terminal/Screen",
      swiftSettings: strict),
    // Of the simulation only what needs no network library.
    .target(
      name: "Simulation", dependencies: ["Questions", "PaneKit", "Model", "Screen", "Text", "Signals"],
      path: "Simulation",
      sources: ["Stage/MemoryDisplay.swift", "Fixtures/Sample.swift"], swiftSettings: strict),
    .target(
      name: "PaneKit", dependencies: ["Model", "Screen", "Text", "Charting", "Signals"],
      path: "Sources/PaneKit", swiftSettings: strict),
    .target(
      name: "Questions", dependencies: ["PaneKit", "Model", "Screen", "Text", "Signals"],
      path: "Sources/Questions/Core", swiftSettings: strict),
    .target(
      name: "Edits", dependencies: ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"],
      path: "Sources/Edits/Core", swiftSettings: strict),
    .target(
      name: "Rooms", dependencies: ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"],
      path: "Sources/Rooms/Core", swiftSettings: strict),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "SignalsTesting"], path: "Signals/Tests/SignalsTests",
      swiftSettings: sanitized),
    tests("PaneKitTests", in: "PaneKit", ["PaneKit"]),
    tests("QuestionsTests", in: "Questions", ["PaneKit", "Questions"]),
    tests("EditsTests", in: "Edits", ["PaneKit", "Edits"]),
    tests("RoomsTests", in: "Rooms", ["PaneKit", "Rooms"]),
    tests("FeaturesTests", in: "App", ["PaneKit", "Questions", "Edits", "Rooms"]),
    // The panes' story on a real loop.
    .testTarget(
      name: "PanesTests", dependencies: ["PaneKit", "Questions", "Edits", "Rooms", "ModelTesting", "Simulation"],
      path: "Tests/App/PanesTests", exclude: ["Grids"],
      sources: ["RealLoopTests.swift", "Stories/TypedKeys.swift"], swiftSettings: sanitized),
  ]
)
