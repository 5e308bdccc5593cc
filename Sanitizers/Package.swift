// swift-tools-version: 6.2
import PackageDescription

// The part of the program that a sanitizer watches, as a package of its own: with a sanitizer everything is built anew,
// and all of reactui with what it depends on would take a long time. `Sources` and `Tests` are links to the program's.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "signals-sanitizers",
  targets: [
    .target(name: "Signals", swiftSettings: strict),
    .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: strict),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "SignalsTesting"],
      // Under a sanitizer a value takes tens of times as long: the stress tests send fewer.
      swiftSettings: strict + [.define("SANITIZED")]),
  ]
)
