import Foundation
import Testing

/// Rules of the house that a reviewer would otherwise have to look for.
@Suite struct HouseRuleTests {
  static let root = FloorTests.root

  /// The files of all modules, tests left out.
  private static var moduleFiles: [URL] { FloorTests.modules.values.flatMap(FloorTests.swiftFiles) }

  /// Those and the tests' own. The modules in `Tests/Support` are among both.
  private static var allFiles: Set<URL> {
    Set(moduleFiles + FloorTests.tests)
  }

  @Test func noFileIsLongerThanAReaderHasPatienceFor() throws {
    for file in Self.allFiles {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 400, "\(file.lastPathComponent) has \(lines.count) lines: it has a second subject")
    }
  }

  @Test func noTestSleeps() throws {
    let forbidden = ["Thread." + "sleep", "Task." + "sleep", "us" + "leep(", "nano" + "sleep(", " sleep" + "("]
    for file in FloorTests.tests {
      let text = try String(contentsOf: file, encoding: .utf8)
      for call in forbidden {
        #expect(!text.contains(call), "\(file.lastPathComponent) holds \(call)")
      }
    }
  }

  /// Foreign text reaches a terminal only as `SafeText`, and in the program one type sees to that.
  @Test func onlyOneFileOfTheProgramWritesToItsStreams() throws {
    for file in FloorTests.swiftFiles(below: try #require(FloorTests.modules["reactui"])) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let writes = [
        "StandardStream.tell", "StandardStream.output.write", "StandardStream.error", "print" + "(\"", "fputs",
      ]
      .filter { text.contains($0) }
      #expect(writes.isEmpty || file.lastPathComponent == "Output.swift", "\(file.lastPathComponent): \(writes)")
    }
  }

  /// A test that is skipped where something is missing is soon skipped everywhere, and nobody notices.
  @Test func noTestIsSkipped() throws {
    let forbidden = [".enabled" + "(if:", ".disabled" + "(", "XCT" + "Skip", "Test." + "cancel("]
    for file in FloorTests.tests {
      let text = try String(contentsOf: file, encoding: .utf8)
      for trait in forbidden {
        #expect(!text.contains(trait), "\(file.lastPathComponent) holds \(trait)")
      }
    }
  }

  /// A test that waits for an event for ever would hang the run. Four tests run at a time (Makefile, `WIDTH`), so that a limit
  /// measures its own test: none takes more than some seconds alone, and ten times that beside eight busy processes. What plays
  /// hundreds of faults, or asks servers of others, says what it needs.
  @Test func aTestHasTwoMinutesAtMost() throws {
    for file in FloorTests.tests
    where !["Peers", "Faults"].contains(file.deletingLastPathComponent().lastPathComponent) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for limit in text.matches(of: /timeLimit\(\.minutes\((\d+)\)\)/) {
        #expect(Int(limit.1).map { $0 <= 2 } == true, "\(file.lastPathComponent): \(limit.1) minutes")
      }
    }
  }

  /// The numbers of the lines that declare something `@unchecked Sendable` without a reason: the comment directly above
  /// such a declaration has a line that begins with `// Unchecked`.
  static func linesWithoutReason(in source: String) -> [Int] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.indices.filter { index in
      guard lines[index].contains("@unchecked Sendable"), !lines[index].hasPrefix("//") else { return false }
      // The declaration may have begun some lines above.
      let above = lines[..<index].reversed().drop { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasSuffix("}") }
      return !above.prefix { $0.hasPrefix("//") }.contains { $0.hasPrefix("// Unchecked") }
    }.map { $0 + 1 }
  }

  @Test func everyUncheckedSendableSaysWhy() throws {
    for file in Self.moduleFiles {
      let lines = Self.linesWithoutReason(in: try String(contentsOf: file, encoding: .utf8))
      #expect(lines.isEmpty, "\(file.lastPathComponent), lines \(lines), give no reason")
    }
  }

  @Test(arguments: [
    ("// Unchecked: a lock guards it.\nfinal class A: @unchecked Sendable {", []),
    ("/// An A.\n// Unchecked as its superclass is,\n// and so on.\nfinal class A:\n  B, @unchecked Sendable\n{", []),
    ("/// An A.\nfinal class A: @unchecked Sendable {", [2]),
    ("// Unchecked: a lock guards it.\nvar b = 1\n\nfinal class A: @unchecked Sendable {", [4]),
    ("// Unchecked: a lock guards it.\nstruct B {}\nfinal class A: @unchecked Sendable {", [3]),
    ("final class A: @unchecked Sendable {  // Unchecked, but why?", [1]),
  ])
  func aReasonIsReadWhereItBelongs(source: String, lines: [Int]) {
    #expect(Self.linesWithoutReason(in: source) == lines)
  }

  // MARK: - View models and panes

  /// What is shown is known without a screen: of a pane only its folder `Pane` and the feature draw, and of the kit what panes and the
  /// shell are made of.
  @Test func nothingBelowAPaneKnowsTheScreen() throws {
    let kit = ["Filter", "Load", "Memory", "Programs", "State"].map { "PaneKit/\($0)" }
    let features = ["Questions", "Edits", "Rooms"].flatMap { feature in
      ["Values", "Memory", "Settings", "State"].map { "\(feature)/\($0)" }
    }
    for folder in kit + features + ["Edits/Conditions", "Edits/Edit", "Rooms/Alarms"] {
      #expect(try Self.lines(of: folder, holding: ["import Screen"]) == [])
    }
    #expect(try Self.lines(of: "Rooms/Pane", holding: ["import Screen"]) != [], "the test finds what it looks for")
  }

  /// The lines of source files that hold one of some words outside of comments, each with its file and number.
  ///
  /// - Parameter folder: A module, or a folder of one: `PaneKit/Shell`.
  static func lines(of folder: String, holding words: [String]) throws -> [String] {
    let names = folder.split(separator: "/").map(String.init)
    let module = try #require(FloorTests.modules[names[0]])
    let folder = names.dropFirst().reduce(module) { $0.appending(path: $1) }
    let files = FloorTests.swiftFiles(below: folder)
    // A folder that has moved would keep every rule.
    try #require(!files.isEmpty, "\(folder.path)")
    return try files.flatMap { file -> [String] in
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line -> String? in
        let code = line.trimmingCharacters(in: .whitespaces)
        guard !code.hasPrefix("//"), words.contains(where: { code.contains($0) }) else { return nil }
        return "\(file.lastPathComponent):\(index + 1): \(code)"
      }
    }
  }

  /// What is shown lives on one scheduler: a view model that needs a lock is called from elsewhere. Contexts of keys are numbered
  /// for the whole process.
  @Test func viewModelsHaveNoLocksAndNoQueues() throws {
    let offenders = try ["PaneKit", "Questions", "Edits", "Rooms"].flatMap {
      try Self.lines(of: $0, holding: ["Mutex", "Locked", "Atomic", "NSLock", "QueueScheduler"])
    }
    .filter { !$0.hasPrefix("KeyContext.swift") }
    #expect(offenders.isEmpty, "\(offenders.joined(separator: "\n"))")
  }

  /// From the first use of a concurrent queue on, libdispatch wakes the process once a second, however idle it is.
  @Test func nothingUsesAConcurrentQueue() throws {
    let words = ["DatabasePool(", ".global(", "attributes: .concurrent", "attributes: [.concurrent"]
    for module in FloorTests.floors.keys where module != "bench" {
      #expect(try Self.lines(of: module, holding: words) == [])
    }
  }

  /// A source that reads a pipe may crash libdispatch when bytes and the end of the pipe come at once (see `RunningProgram`).
  /// inotify's descriptor has no end.
  @Test func onlyInotifyIsReadWithADispatchSource() throws {
    for module in FloorTests.floors.keys {
      let lines = try Self.lines(of: module, holding: ["makeReadSource", "readabilityHandler", "DispatchIO("])
      #expect(lines.count == (module == "SettingsFile" ? 1 : 0), "\(lines.joined(separator: "\n"))")
    }
  }

  /// `FileHandle.write(_:)` ends the program by a trap where a disk is full or a stream is closed, and `print` loses what it
  /// could not write: `StandardStream` does neither.
  @Test func nothingIsWrittenByWhatTrapsOrLosesIt() throws {
    let call = /\.write\(\s*Data\(|\.write\(\s*data\s*\)|(?:^|[^.\w])(?:debugPrint|print|dump|NSLog)\(/
    #expect("handle.write(Data(text.utf8))".contains(call) && "handle.write(data)".contains(call))
    #expect("  print(text)".contains(call))
    // A channel of NIO tells what it could not write by the promise.
    #expect(!"context.write(data, promise: promise)".contains(call))
    #expect(!"try handle.write(contentsOf: data)".contains(call) && !"script.print(entries)".contains(call))
    for file in Self.moduleFiles {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.trimmingCharacters(in: .whitespaces)
        #expect(
          // Code that a question of the stories quotes calls nothing.
          code.hasPrefix("//") || code.hasPrefix(".code([") || code.contains("func print(") || !code.contains(call),
          "\(file.lastPathComponent): \(code)")
      }
    }
  }

  /// They compare Characters, so a combining mark hides what a text begins or ends with: `begins(with:)` and `ends(with:)` of
  /// `Text` compare scalars. What stands beside the program has no text from outside.
  @Test func nothingComparesBeginningsByCharacters() throws {
    let beside: Set = [
      "Signals", "SignalsTesting", "Locks", "Charting", "Simulation", "simulate", "pictures", "bench", "clock",
      "StationTesting", "ModelTesting", "NetTesting",
    ]
    for module in FloorTests.floors.keys where !beside.contains(module) {
      #expect(try Self.lines(of: module, holding: ["hasPrefix", "hasSuffix"]) == [])
    }
    #expect(
      try Self.lines(of: "Simulation", holding: ["hasPrefix", "hasSuffix"]) != [], "the test finds what it looks for"
    )
  }

  /// Everything that a child must not get is kept from it in one place. What measures the program gives it a terminal.
  @Test func programsAreStartedInOnePlace() throws {
    let ways = ["posix_spawn(", "posix_spawnp(", "Process()", "Process.run(", "fork()", "execv", "popen(", " system("]
    for module in FloorTests.floors.keys where module != "bench" {
      // What is declared by the name of system(3) starts nothing.
      #expect(try Self.lines(of: module, holding: ways).filter { !$0.contains("func system(") } == [])
    }
    let files = FileManager.default.enumerator(at: FloorTests.sources, includingPropertiesForKeys: nil)
    let starting = try (files?.compactMap { $0 as? URL } ?? []).filter { file in
      guard file.pathExtension == "c" else { return false }
      let text = try String(contentsOf: file, encoding: .utf8)
      return ways.contains { text.contains($0) }
    }
    #expect(starting.map(\.lastPathComponent) == ["Start.c"])
  }

  /// A text of a server without a limit costs its length wherever it goes. `TextLimit` has the limits.
  @Test func everyTextOfAServerHasALimit() throws {
    let words = ["String.self", "Attempt<String>", "[String].self", "String](from:"]
    let lines = try ["Clients", "QuestionsEdge/StackExchange", "EditsEdge", "RoomsEdge"].flatMap {
      try Self.lines(of: $0, holding: words)
    }
    let home = "LenientFields.swift"
    #expect(lines.contains { $0.hasPrefix(home) }, "the test finds what it looks for")
    #expect(lines.filter { !$0.hasPrefix(home) && !$0.contains("TextLimit.") } == [])
  }

  /// The program, the simulation and the stories are the same interface. Measurements and unit tests make a part by itself.
  @Test func theInterfaceIsMadeInOnePlace() throws {
    let call =
      /(?:^|[^\w.])(?:StackOverflowViewModel|WikipediaViewModel|RoomsViewModel|Dashboard|Shell|\w+\.makePane)\(/
    func makers(below folder: URL) throws -> [String] {
      try FloorTests.swiftFiles(below: folder).flatMap { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .map { $0.trimmingCharacters(in: .whitespaces) }
          .filter { !$0.hasPrefix("//") && $0.contains(call) }
          .map { "\(file.lastPathComponent): \($0)" }
      }
    }
    let features = ["Questions", "Edits", "Rooms"]
    for module in FloorTests.floors.keys
    where !(features + ["Assembly", "PaneKit", "bench"]).contains(module) {
      #expect(try makers(below: try #require(FloorTests.modules[module])) == [])
    }
    // The real loop is also built for the sanitizers, without what Assembly needs.
    let stories = try makers(below: Self.root.appending(path: "Tests/App/PanesTests"))
    #expect(stories.filter { !$0.hasPrefix("RealLoopTests.swift") } == [])
    for feature in features {
      let made = try makers(below: try #require(FloorTests.modules[feature]))
      #expect(
        made.count == 2 && made.allSatisfy { $0.hasPrefix("\(feature)Feature.swift") }, "view model, pane: \(made)")
    }
    let assembled = try makers(below: try #require(FloorTests.modules["Assembly"]))
    #expect(assembled.count == 3, "each is made once: \(assembled)")
  }

  /// Own commands and rules know kinds of subjects as a list. A kind more must not need a change in them.
  @Test func rulesAndOwnCommandsNameNoFeature() throws {
    let names = [
      "Question", "question", "Edit", "edits", "Wiki", "wiki", "Room", "rooms", "StackOverflow", "stackOverflow",
    ]
    #expect(try Self.lines(of: "Model/Programs", holding: names) == [])
    #expect(try Self.lines(of: "PaneKit/Programs", holding: names) == [])
    let table = try Self.lines(of: "SettingsFile/Table", holding: names)
    #expect(table.filter { $0.hasPrefix("RuleKeys") || $0.hasPrefix("CommandKeys") } == [])
    #expect(try Self.lines(of: "QuestionsEdge/Settings", holding: names) != [], "the test finds what it looks for")
  }

  /// The shell knows panes as a list. A pane more must not need a change in it.
  @Test func theShellNamesNoPane() throws {
    let names = [
      "StackOverflow", "stackOverflow", "Wikipedia", "wikipedia", "RoomsPane", "RoomsViewModel", "RoomsState", "ConAir",
      "conAir", "Stack Overflow",
    ]
    #expect(try Self.lines(of: "PaneKit/Shell", holding: names) == [])
    #expect(try Self.lines(of: "PaneKit/Commands", holding: names) == [])
    #expect(try Self.lines(of: "Questions/Pane", holding: names) != [], "the test finds what it looks for")
  }
}
