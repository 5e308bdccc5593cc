// swift-tools-version: 6.2
import PackageDescription

// What reads bytes from outside, fed by libFuzzer, as a package of its own: everything is built again, so that the fuzzer sees
// which lines an input reaches. `Signals`, `Sources` and `Resources` are links to the program's. `fuzz` runs it.

// Optimised, because half a million inputs take long otherwise. Overflows and bounds are checked as they are in the program.
let fuzzed: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .unsafeFlags(["-O", "-sanitize=fuzzer"]),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = [], at path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: fuzzed)
}

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
]

let package = Package(
  name: "reactui-fuzzing",
  // The versions of the program's own Package.swift.
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    .target(
      name: "CCurses", path: "Sources/Terminal/CCurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .systemLibrary(
      name: "CLibXML2Headers", path: "Sources/Net/CLibXML2Headers", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .target(
      name: "CLibXML2", dependencies: ["CLibXML2Headers"], path: "Sources/Net/CLibXML2",
      linkerSettings: [.linkedLibrary("z")]),
    .target(name: "DemoContent", path: "Resources"),
    .target(name: "CProcess", path: "Sources/Base/CProcess"),

    room("Signals", at: "Signals/Sources/Signals"),
    room("Locks", at: "Sources/Base/Locks"),
    room("Text", at: "Sources/Base/Text"),
    room("Charting", at: "Sources/Base/Charting"),
    room("Processes", ["CProcess"], at: "Sources/Base/Processes"),
    room("Model", ["Text", "Signals"], at: "Sources/Base/Model"),
    room("Screen", ["Text", "Charting", "Signals", "Locks"], at: "Sources/Terminal/Screen"),
    room(
      "Clients",
      ["Model", "Text", "Signals", "CLibXML2", .product(name: "AsyncHTTPClient", package: "async-http-client")]
        + nio + [
          .product(name: "NIOSSL", package: "swift-nio-ssl"),
          .product(name: "NIOExtras", package: "swift-nio-extras"),
        ], at: "Sources/Net/Clients"),
    room(
      "SettingsFile", ["Model", "Screen", "Text", "Signals", "Processes", .product(name: "Yams", package: "Yams")],
      at: "Sources/Settings"),
    room(
      "Storage", ["Model", "Text", "Signals", "Locks", .product(name: "GRDB", package: "GRDB.swift")],
      at: "Sources/Storage"),
    room("Terminal", ["Screen", "Text", "Signals", "Processes", "CCurses"], at: "Sources/Terminal/Terminal"),
    room(
      "Station",
      ["Storage", "Text", "Signals", "DemoContent"] + nio + [
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    room("PaneKit", ["Model", "Screen", "Text", "Charting", "Signals"]),
    room(
      "Questions", ["PaneKit", "Model", "Screen", "Text", "Signals"],
      at: "Sources/Questions/Core"),
    room(
      "QuestionsEdge",
      [
        "Questions", "Clients", "SettingsFile", "Storage", "Model", "Text", "Signals",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      at: "Sources/Questions/Edge"),
    room("Edits", ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"], at: "Sources/Edits/Core"),
    room(
      "EditsEdge", ["Edits", "Clients", "SettingsFile", "Storage", "Model", "Text", "Signals"] + nio,
      at: "Sources/Edits/Edge"),
    room("Rooms", ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"], at: "Sources/Rooms/Core"),
    room(
      "RoomsEdge", ["Rooms", "Clients", "SettingsFile", "Model", "Text", "Signals"] + nio, at: "Sources/Rooms/Edge"),
    room(
      "Assembly",
      [
        "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "RoomsEdge", "PaneKit", "Clients",
        "SettingsFile", "Storage", "Station",
        "Model", "Screen", "Text",
        "Signals",
      ], at: "Sources/App/Assembly"),

    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "RoomsEdge", "Assembly", "Clients", "SettingsFile",
        "Storage", "Terminal",
        "Station", "Model", "Screen",
        "Text", "Signals",
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ] + nio,
      path: "Targets",
      swiftSettings: fuzzed + [.unsafeFlags(["-parse-as-library"])],
      // The linker that takes the program's own `main` for libFuzzer's.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ],
  cLanguageStandard: .c2x
)
