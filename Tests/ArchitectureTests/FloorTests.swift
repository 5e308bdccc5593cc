import Foundation
import Testing

/// Holds the import lines of all modules against the floors of docs/ARCHITECTURE.md. The build alone does not: it lets a
/// module import whatever something it depends on depends on.
@Suite struct FloorTests {
  /// What each module may import besides the standard libraries.
  static let floors: [String: Set<String>] = [
    "Signals": [],
    "SignalsTesting": ["Signals"],
    "Locks": [],
    "Text": [],
    "Charting": [],
    "Processes": ["CProcess"],
    "Model": ["Text", "Signals"],
    "Screen": ["Text", "Charting", "Signals", "Locks"],
    "ModelTesting": ["Questions", "Edits", "Rooms", "Model", "Text", "Signals", "Locks"],
    "Clients": [
      "Model", "Text", "Signals", "AsyncHTTPClient", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL",
      "NIOExtras", "CLibXML2",
    ],
    "SettingsFile": ["Model", "Screen", "Text", "Signals", "Processes", "CYaml"],
    "Storage": ["Model", "Text", "Signals", "Locks", "GRDB"],
    "Terminal": ["Screen", "Text", "Signals", "Processes", "CCurses"],
    "Station": [
      "Storage", "Text", "Signals", "DemoContent", "GRDB", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket",
      "NIOHTTPCompression",
    ],
    "StationTesting": ["Station", "NIOCore", "NIOHTTP1", "NIOWebSocket"],
    "NetTesting": [
      "Questions", "QuestionsEdge", "EditsEdge", "Rooms", "RoomsEdge", "Clients", "Station", "StationTesting", "Model",
      "Text", "Signals", "SignalsTesting", "NIOCore", "NIOHTTP1", "NIOPosix",
    ],
    "PaneKit": ["Model", "Screen", "Text", "Charting", "Signals"],
    "Questions": ["PaneKit", "Model", "Screen", "Text", "Signals"],
    "QuestionsEdge": ["Questions", "Clients", "SettingsFile", "Storage", "Model", "Text", "Signals", "GRDB"],
    "Edits": ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"],
    "EditsEdge": ["Edits", "Clients", "SettingsFile", "Storage", "Model", "Text", "Signals", "NIOCore"],
    "Rooms": ["PaneKit", "Model", "Screen", "Text", "Charting", "Signals"],
    "RoomsEdge": ["Rooms", "Clients", "SettingsFile", "Model", "Text", "Signals", "NIOHTTP1"],
    "Recording": ["Screen", "Text", "Signals"],
    "Assembly": [
      "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "RoomsEdge", "PaneKit", "Clients",
      "SettingsFile", "Storage", "Station", "Model",
      "Screen", "Text",
      "Signals",
    ],
    "Simulation": [
      "Assembly", "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "RoomsEdge", "PaneKit",
      "Clients", "SettingsFile", "Storage",
      "Terminal", "Model",
      "Screen", "Text",
      "Charting", "Signals", "SignalsTesting", "ModelTesting", "GRDB",
    ],
    "News": ["PaneKit", "Clients", "SettingsFile", "Model", "Screen", "Text", "Signals"],
    "clock": ["Terminal", "Screen", "Text", "Signals"],
    "simulate": ["Simulation", "Screen", "Text", "Processes", "CBuild"],
    "pictures": [
      "Simulation", "Assembly", "Questions", "Edits", "Rooms", "Clients", "Station", "Model", "Screen", "Text",
      "Signals",
      "SignalsTesting",
      "ModelTesting",
      "Processes",
    ],
    "bench": [
      "Assembly", "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "PaneKit", "Clients",
      "Storage", "Model", "Screen", "Text",
      "Charting", "Signals",
      "SignalsTesting",
      "ModelTesting", "Station", "Processes", "CMalloc",
    ],
    "reactui": [
      "Assembly", "Questions", "QuestionsEdge", "Edits", "EditsEdge", "Rooms", "RoomsEdge", "Recording", "PaneKit",
      "Clients",
      "SettingsFile", "Storage",
      "Terminal", "Station",
      "Model", "Screen", "Text",
      "Charting", "Signals", "Processes", "CBuild", "CMalloc", "ArgumentParser", "Logging",
    ],
  ]

  static let standard: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Glibc", "Musl", "Darwin",
    "Synchronization", "Observation", "Runtime",
    "Swift",
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
  static let sources = root.appending(path: "Sources")

  /// The folders of `Sources` that have several modules.
  private static let groups = ["Base", "Terminal", "Net", "App"]
  /// The module whose folder has another name, since a type has that.
  private static let names = ["Settings": "SettingsFile"]

  /// The folders with modules that are no part of the program, besides packages of their own.
  private static let others = ["Signals/Sources", "Tests/Support", "Tools", "Examples"]

  /// The files of all tests, those of the package of Signals among them.
  static let tests = ["Tests", "Signals/Tests"].flatMap { swiftFiles(below: root.appending(path: $0)) }

  /// The folders of all modules.
  static let modules: [String: URL] = {
    let places = [sources] + groups.map { sources.appending(path: $0) } + others.map { root.appending(path: $0) }
    let folders = places.flatMap {
      (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
    }
    .filter { $0.deletingLastPathComponent().lastPathComponent != "Sources" || !groups.contains($0.lastPathComponent) }
    let modules = folders.filter {
      !FileManager.default.fileExists(atPath: $0.appending(path: "Package.swift").path)
        && !swiftFiles(below: $0).isEmpty
    }
    return Dictionary(
      uniqueKeysWithValues: modules.flatMap { module in
        let (name, core, edge) = (
          names[module.lastPathComponent] ?? module.lastPathComponent, module.appending(path: "Core"),
          module.appending(path: "Edge")
        )
        return swiftFiles(below: edge).isEmpty ? [(name, module)] : [(name, core), (name + "Edge", edge)]
      })
  }()

  static func swiftFiles(below folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  /// The modules that a source text imports.
  static func imports(of source: String) -> Set<String> {
    let line =
      /^\s*(?:@[\w()]+\s+)*(?:(?:public|internal|private|fileprivate|package)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return Set(source.split(separator: "\n").compactMap { $0.firstMatch(of: line).map { String($0.1) } })
  }

  @Test func everyModuleHasAFloor() throws {
    #expect(Set(Self.modules.keys) == Set(Self.floors.keys))
  }

  @Test(arguments: floors.keys.sorted())
  func aModuleImportsOnlyFromFloorsBelow(module: String) throws {
    let allowed = Self.standard.union(Self.floors[module] ?? [])
    let files = Self.swiftFiles(below: try #require(Self.modules[module]))
    #expect(!files.isEmpty)
    for file in files {
      let foreign = Self.imports(of: try String(contentsOf: file, encoding: .utf8)).subtracting(allowed)
      #expect(foreign.isEmpty, "\(module)/\(file.lastPathComponent) imports \(foreign.sorted())")
    }
  }

  /// What the release is made of imports nothing that is for tests: what records requests and breaks answers, doubles, virtual
  /// time.
  @Test func theProgramHasNothingOfTheTests() throws {
    #expect(Self.program.contains("Station"))
    for module in Self.program where module != "Signals" {
      #expect(
        Self.modules[module].map { $0.path.hasPrefix(Self.sources.path + "/") } ?? true, "\(module)")
    }
  }

  /// What the release is made of, libraries of others among it.
  private static let program: Set<String> = {
    var modules: Set<String> = ["reactui"]
    while true {
      let more = modules.union(modules.flatMap { floors[$0] ?? [] })
      if more == modules { return modules }
      modules = more
    }
  }()

  /// A module that has another name is not in the order of the release's functions any more, and the program takes a third more
  /// memory: `Tools/Linking/trace` writes the order again.
  @Test func theOrderOfFunctionsHasEveryModule() throws {
    let order = try String(contentsOf: Self.root.appending(path: "Tools/Linking/order"), encoding: .utf8)
    // Of these nothing runs at the start, or nothing is left after optimisation.
    let absent: Set = ["Locks", "Recording"]
    for module in Self.program.intersection(Self.floors.keys).subtracting(absent) {
      #expect(order.contains("\n$s\(module.utf8.count)\(module)"), "\(module)")
    }
  }

  @Test(arguments: [
    ("import Foundation\nimport NIOCore", ["Foundation", "NIOCore"]),
    ("@testable import PaneKit", ["PaneKit"]),
    ("@preconcurrency public import struct Text.SafeText", ["Text"]),
    ("// import Nothing\nlet important = 1", []),
  ])
  func importLinesAreRead(source: String, modules: [String]) {
    #expect(Self.imports(of: source) == Set(modules))
  }
}
