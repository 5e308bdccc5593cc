// swift-tools-version: 6.2
import PackageDescription

// The modules stand on floors, and a module imports only from floors below its own; docs/ARCHITECTURE.md
// has the table, and Tests/ArchitectureTests holds the import lines against it.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// What all features are made of is specialised for each of them, as if they were one module: a key takes a seventh more
/// instructions without.
let shared = strict + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

func kit(_ name: String, _ dependencies: [Target.Dependency], at path: String) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: shared)
}

/// - Parameter path: Where it stands, if that is not a folder of its name in `folder`.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], in folder: String = "", at path: String? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path ?? "\(folder)/\(name)", swiftSettings: strict)
}

/// A feature's folder has two modules: its core, without a network, and its edge, the clients and the keys of its settings.
func core(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(name)/Core", swiftSettings: strict)
}

func edge(of name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "\(name)Edge", dependencies: [.target(name: name)] + dependencies, path: "Sources/\(name)/Edge",
    swiftSettings: strict)
}

func tool(_ name: String, _ dependencies: [Target.Dependency], in folder: String = "Tools") -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: strict)
}

/// - Parameter folder: The tests stand in folders as the sources do: `Tests/Questions/QuestionsTests`.
func tests(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency], without excluded: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder)/\(name)", exclude: excluded, swiftSettings: strict)
}

/// Whether the tests against real servers of others are built too, for which `make test-peers` installs these.
let withPeers = Context.environment["REACTUI_TEST_PEERS"] != nil

/// Whether only what needs no package of others is built, with its tests: `make test-core`.
let isCoreOnly = Context.environment["REACTUI_CORE"] != nil
let coreTargets: Set<String> = [
  "Locks", "Text", "TextTests", "Charting",
  "ChartingTests", "CProcess", "Processes", "ProcessesTests", "Model", "ModelTesting", "ModelTests", "Screen",
  "ScreenTests", "PaneKit", "PaneKitTests", "Questions", "QuestionsTests", "Edits", "EditsTests", "Rooms", "RoomsTests",
  "FeaturesTests",
]

/// Whether what `make bench` measures with and what the fuzzer feeds are built too, which no test needs.
let withBench = Context.environment["REACTUI_BENCH"] != nil

/// The reactive core, a package of its own.
let signalsPackage = Package.Dependency.package(path: "Signals")
let signals: Target.Dependency = .product(name: "Signals", package: "Signals")
let signalsTesting: Target.Dependency = .product(name: "SignalsTesting", package: "Signals")

/// The modules of the program's panes.
let features: [Target.Dependency] = ["Questions", "Edits", "Rooms"].flatMap { name -> [Target.Dependency] in
  [.target(name: name), .target(name: "\(name)Edge")]
}

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
]

/// What other packages bring with them and no target here uses. The package manager warns of a dependency that nothing uses, and
/// is content with one that is used on a platform for which nothing is built.
let broughtAlong: [Target.Dependency] = [
  ("Algorithms", "swift-algorithms"), ("SwiftASN1", "swift-asn1"), ("Atomics", "swift-atomics"),
  ("X509", "swift-certificates"), ("Crypto", "swift-crypto"), ("Tracing", "swift-distributed-tracing"),
  ("StructuredFieldValues", "swift-http-structured-headers"), ("NIOHTTP2", "swift-nio-http2"),
  ("NIOTransportServices", "swift-nio-transport-services"), ("RealModule", "swift-numerics"),
  ("ServiceContextModule", "swift-service-context"), ("ServiceLifecycle", "swift-service-lifecycle"),
  ("SystemPackage", "swift-system"),
].map { .product(name: $0.0, package: $0.1, condition: .when(platforms: [.wasi])) }

let package = Package(
  name: "reactui",
  products: [
    .executable(name: "reactui", targets: ["reactui"])
  ],
  // Exact versions, because the resolved file is not committed, and so also of what these bring with them: two builds of a
  // commit are of the same sources. Packaging/components says what each is, and a test that none is missing.
  dependencies: [
    signalsPackage,
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),

    .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    // Without traits, as the HTTP client asks for it: with the default one it would bring Foundation's JSON into the client.
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-structured-headers", exact: "1.7.0"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-transport-services", exact: "1.28.0"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/apple/swift-service-context", exact: "1.5.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    // What Swift cannot import by itself, and the resources compiled in.
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
    .target(name: "CBuild", dependencies: isCoreOnly ? [] : broughtAlong, path: "Sources/App/CBuild"),
    .target(name: "CProcess", path: "Sources/Base/CProcess"),
    .systemLibrary(name: "CMalloc", path: "Sources/App/CMalloc"),

    // Nothing of others.
    room("Locks", in: "Sources/Base"),
    room("Text", in: "Sources/Base"),
    room("Charting", in: "Sources/Base"),
    room("Processes", ["CProcess"], in: "Sources/Base"),

    // Values of no pane, and what a terminal is.
    kit("Model", ["Text", signals], at: "Sources/Base/Model"),
    room("Screen", ["Text", "Charting", signals, "Locks"], in: "Sources/Terminal"),
    room("ModelTesting", ["Questions", "Edits", "Rooms", "Model", "Text", signals, "Locks"], in: "Tests/Support"),

    // The outside world.
    room(
      "Clients",
      ["Model", "Text", signals, "CLibXML2", .product(name: "AsyncHTTPClient", package: "async-http-client")]
        + nio + [
          .product(name: "NIOSSL", package: "swift-nio-ssl"),
          .product(name: "NIOExtras", package: "swift-nio-extras"),
        ], in: "Sources/Net"),
    room(
      "SettingsFile", ["Model", "Screen", "Text", signals, "Processes", .product(name: "Yams", package: "Yams")],
      at: "Sources/Settings"),
    room(
      "Storage", ["Model", "Text", signals, "Locks", .product(name: "GRDB", package: "GRDB.swift")], in: "Sources"),
    room("Terminal", ["Screen", "Text", signals, "Processes", "CCurses"], in: "Sources/Terminal"),
    room("Recording", ["Screen", "Text", signals], in: "Sources/Terminal"),

    // What panes are made of.
    kit("PaneKit", ["Model", "Screen", "Text", "Charting", signals], at: "Sources/PaneKit"),

    // What a pane is made of, in a folder for each.
    core("Questions", ["PaneKit", "Model", "Screen", "Text", signals]),
    edge(
      of: "Questions",
      ["Clients", "SettingsFile", "Storage", "Model", "Text", signals, .product(name: "GRDB", package: "GRDB.swift")]),
    core("Edits", ["PaneKit", "Model", "Screen", "Text", "Charting", signals]),
    edge(
      of: "Edits",
      [
        "Clients", "SettingsFile", "Storage", "Model", "Text", signals, .product(name: "NIOCore", package: "swift-nio"),
      ]),
    core("Rooms", ["PaneKit", "Model", "Screen", "Text", "Charting", signals]),
    edge(
      of: "Rooms",
      ["Clients", "SettingsFile", "Model", "Text", signals, .product(name: "NIOHTTP1", package: "swift-nio")]),

    room(
      "Station",
      ["Storage", "Text", signals, "DemoContent"] + nio + [
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], in: "Sources"),

    // The station as tests have it: faults, canned answers, a log of requests. Not part of the program.
    room("StationTesting", ["Station"] + nio, in: "Tests/Support"),

    // What the tests of clients share: servers whose answers a test makes, a bench with a station, the samples.
    room(
      "NetTesting",
      [
        "Questions", "QuestionsEdge", "EditsEdge", "Rooms", "RoomsEdge", "Clients", "Station", "StationTesting",
        "Model", "Text", signals, signalsTesting,
      ] + nio, in: "Tests/Support"),

    // The program.
    room(
      "Assembly",
      features + [
        "PaneKit", "Clients", "SettingsFile", "Storage", "Station", "Model", "Screen", "Text", signals,
      ], in: "Sources/App"),
    .executableTarget(
      name: "reactui",
      dependencies: features + [
        "Assembly", "Recording", "PaneKit", "Clients", "SettingsFile", "Storage", "Terminal", "Station", "Model",
        "Screen",
        "Text", "Charting", signals, "Processes", "CBuild", "CMalloc",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/App/reactui", swiftSettings: strict),

    // What `make bench` prints.
    tool(
      "bench",
      [
        "Assembly", "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "PaneKit", "Clients",
        "Storage", "Model", "Screen", "Text",
        "Charting",
        signals,
        signalsTesting, "ModelTesting", "Station", "Processes", "CMalloc",
      ]),

    // What libFuzzer feeds, without it: Tools/Fuzzing builds everything again, and a change is to be told of earlier.
    .target(
      name: "FuzzTargets",
      dependencies: features + [
        "Assembly", "Clients", "SettingsFile", "Storage", "Terminal", "Station", "Model", "Screen", "Text", signals,
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ] + nio,
      path: "Tools/Fuzzing/Targets",
      // With warnings, since the compiler wrongly warns of an unreachable `catch` where it emits the module.
      swiftSettings: [.swiftLanguageMode(.v6)]),

    // A feature that nothing of the program knows of, for tests and as an example.
    room(
      "News", ["PaneKit", "Clients", "SettingsFile", "Model", "Screen", "Text", signals],
      in: "Tests/Support"),

    // The whole interface from a seed. Not part of the program: the stories' world, and `make simulate`.
    room(
      "Simulation",
      features + [
        "Assembly", "PaneKit", "Clients", "SettingsFile", "Storage", "Terminal", "Model", "Screen", "Text", "Charting",
        signals, signalsTesting, "ModelTesting", .product(name: "GRDB", package: "GRDB.swift"),
      ], in: "Tools"),
    tool("simulate", ["Simulation", "Screen", "Text", "Processes", "CBuild"]),

    // What `make pictures` draws: the README's moving picture.
    tool(
      "pictures",
      [
        "Simulation", "Assembly", "Questions", "Edits", "Rooms", "Clients", "Station", "Model", "Screen", "Text",
        signals,
        signalsTesting,
        "ModelTesting", "Processes",
      ]),

    // The example of Signals that draws with the program's screen.
    tool("clock", ["Terminal", "Screen", "Text", signals], in: "Examples"),

    tests("TextTests", in: "Base", ["Text"]),
    tests("ChartingTests", in: "Base", ["Charting"]),
    tests("ProcessesTests", in: "Base", ["Processes", "CProcess"]),
    tests("ModelTests", in: "Base", ["Model"]),
    tests("ScreenTests", in: "Terminal", ["Screen"]),
    tests("TerminalTests", in: "Terminal", ["Terminal"]),
    tests("RecordingTests", in: "Terminal", ["Recording", "Screen", signalsTesting]),
    tests("ClockTests", in: "Terminal", ["clock", "Screen", signalsTesting]),
    tests(
      "ClientsTests", in: "Net",
      ["Clients", "NetTesting", signalsTesting, .product(name: "NIOEmbedded", package: "swift-nio")]),
    tests(
      "StorageTests", in: "Storage",
      [
        "Assembly", "Storage", "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", signalsTesting,
        "ModelTesting", "Locks",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    tests(
      "SettingsFileTests", in: "Settings",
      features + ["SettingsFile", "Assembly", signalsTesting]),

    // What panes are made of, and each feature: its core and its edge.
    tests("PaneKitTests", in: "PaneKit", ["PaneKit", signalsTesting, "ModelTesting", "Locks"]),
    tests("QuestionsTests", in: "Questions", ["Questions", "PaneKit", signalsTesting, "ModelTesting", "Locks"]),
    tests("QuestionsEdgeTests", in: "Questions", ["QuestionsEdge", "PaneKit", "NetTesting", signalsTesting]),
    tests("EditsTests", in: "Edits", ["Edits", "PaneKit", signalsTesting, "ModelTesting", "Locks"]),
    tests("EditsEdgeTests", in: "Edits", ["EditsEdge", "NetTesting", signalsTesting]),
    tests("RoomsTests", in: "Rooms", ["Rooms", "PaneKit", signalsTesting, "ModelTesting"]),
    tests(
      "RoomsEdgeTests", in: "Rooms", ["RoomsEdge", "PaneKit", "NetTesting", signalsTesting, "ModelTesting"],
      without: withPeers ? [] : ["Peers"]),

    tests(
      "StationTests", in: "Station",
      [
        "Station", "StationTesting", "Storage", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "GRDB", package: "GRDB.swift"),
      ] + nio),

    // Several features together: what rules and own commands do with the subjects of each, and one transport below the clients.
    tests(
      "FeaturesTests", in: "App", ["Questions", "Edits", "Rooms", "PaneKit", signalsTesting, "ModelTesting"]),
    tests(
      "EdgesTests", in: "App",
      [
        "QuestionsEdge", "EditsEdge", "RoomsEdge", "NetTesting", signalsTesting,
        .product(name: "NIOTLS", package: "swift-nio"),
      ]),
    // The grids are pictures that the tests read by their path.
    tests(
      "PanesTests", in: "App",
      [
        "PaneKit", "Questions", "Edits", "Rooms", "Assembly", "SettingsFile", signalsTesting, "ModelTesting", "News",
        "Simulation",
        "Terminal",
      ],
      without: ["Grids"]),
    tests("SimulationTests", in: "App", ["Simulation", "Screen"]),
    tests("PicturesTests", in: "App", ["pictures", "Screen"]),
    tests(
      "ProgramTests", in: "App",
      features + [
        "reactui", "Assembly", "Simulation", "SettingsFile", "PaneKit", "Model", "ModelTesting", signals, "Station",
        "StationTesting", "CBuild",
      ]),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  cLanguageStandard: .c2x
)

if !withBench { package.targets.removeAll { ["bench", "FuzzTargets"].contains($0.name) } }
if isCoreOnly {
  package.targets.removeAll { !coreTargets.contains($0.name) }
  package.products.removeAll { !coreTargets.contains($0.name) }
  package.dependencies = [signalsPackage]
}
