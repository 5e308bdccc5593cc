import Foundation
import Station
import StationTesting
import Testing

extension ProgramTests {
  /// What is written down, and what never is.
  @Suite struct KeyAndLogTests {
    private static let key = "s3cretKey"
    private static let environment = ["REACTUI_STACK_EXCHANGE_KEY": key]

    /// Runs a story with a file to log to, and gives the lines of the log afterwards.
    private func logged(_ body: (_ file: String) throws -> Void) throws -> [Substring] {
      var text = ""
      try withFolder { folder in
        let file = folder.appending(path: "log").path
        try body(file)
        text = try String(contentsOfFile: file, encoding: .utf8)
      }
      #expect(!text.contains(Self.key))
      return text.split(separator: "\n")
    }

    @Test func theLogTellsOfTroubleAndItsEndAndOfNothingElse() async throws {
      try await story {
        let station = try StationProcess.thatComesBack()
        let lines = try logged { file in
          let session = try TerminalSession(
            Program.script(station.options + " --log-file \(file)"), environment: Self.environment)
          try session.wait("live data") { $0.contains("▌") && $0.contains("°C") && $0.isLive("Wikipedia") }
          try session.press("2")
          try session.wait("another tab") { $0.contains("▌") && $0.contains("android") && !$0.contains("python") }
          station.kill()
          try session.press("1", "R")
          let broken = try session.wait("three errors") { $0.troubleCount == 3 }
          #expect(!broken.contains(Self.key))
          // This tab knows nothing of the trouble, and to look at it makes no service well.
          try session.press("2")
          try session.wait("a tab without an error") { $0.troubleCount == 2 && !$0.contains("python") }
          try session.press("1")
          try session.wait("the error again") { $0.troubleCount == 3 }
          let again = try StationProcess(port: station.port)
          try session.press("R")
          let well = try session.wait("live again") {
            $0.troubleCount == 0 && $0.isLive("Wikipedia") && $0.isLive("ConAir")
          }
          #expect(!well.contains(Self.key))
          try session.press("q")
          let end = try session.wait(for: "exit status 0")
          #expect(!end.contains(Self.key))
          again.stop()
        }
        for line in lines {
          #expect(line.contains(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ info [^\u{0}-\u{1F}]+$/), "\(line)")
        }
        func told(_ service: String) -> [Substring] {
          lines.compactMap { $0.split(separator: " info \(service): ").dropFirst().first }
        }
        // One error or two: the connection that stood may be lost before another one is refused.
        for service in ["Stack Overflow", "ConAir"] {
          let lines = told(service)
          let trouble = lines.dropFirst().dropLast()
          #expect(lines.first == "live" && lines.last == "well again", "\(service): \(lines)")
          #expect(!trouble.isEmpty && trouble.allSatisfy { $0.contains(station.base) }, "\(lines)")
        }
        #expect(told("Wikipedia").contains { $0.contains(station.base) })
        #expect(told("Wikipedia").contains("well again"))
        #expect(lines.first?.hasSuffix(" started") == true)
        #expect(lines.last?.hasSuffix(" ended") == true)
      }
    }

    @Test func theLogSaysWhereTheDemonstrationStandsIn() async throws {
      try await story {
        let lines = try logged { file in
          let session = try TerminalSession(Program.script("--demo --log-file \(file)"))
          try session.wait(for: "▌")
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
        for service in ["Stack Overflow", "Wikipedia", "ConAir"] {
          #expect(lines.contains { $0.hasSuffix(" \(service): the demonstration") })
        }
        #expect(lines.count == 5, "the beginning and the end, and no trouble by the way: \(lines)")
      }
    }

    @Test func theLogIsForItsOwnerAloneAndKeepsThePermissionsThatItHas() async throws {
      try await story {
        try withFolder { folder in
          for (name, given, expected) in [("new", nil, 0o600), ("old", 0o644, 0o644)] as [(String, Int?, Int)] {
            let file = folder.appending(path: name).path
            if let given {
              #expect(
                FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: given]))
            }
            // It ends without a terminal, after the log was opened.
            #expect(try Program.run(["--demo", "--log-file", file]).status != 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == expected && attributes[.size] as? Int ?? 0 > 0, "\(name)")
          }
        }
      }
    }

    @Test func aLogThatCannotBeWrittenIsSaidAtTheStart() async throws {
      try await story {
        let result = try Program.run(["--demo", "--log-file", "/nowhere/log"])
        #expect(result.status == 1)
        #expect(result.error == "reactui: cannot write the log /nowhere/log: No such file or directory\n")
      }
    }

    /// The server knows the key by now, and says it in its error, as one that is refused might be quoted.
    @Test func aKeyThatAServerRepeatsReachesNeitherTheScreenNorTheLog() async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        let error = #"{"error_id":400,"error_name":"\#(Self.key)","error_message":"`\#(Self.key)` is no key"}"#
        station.responses.serve(CannedResponse(status: 400, text: error), at: "/2.3/questions")
        let lines = try logged { file in
          let session = try TerminalSession(
            Program.script(
              "--demo --stack-exchange-url \(address.stackExchangeURL) --log-file \(file)"),
            environment: Self.environment)
          let screen = try session.wait("the error") { $0.contains("is no key") }
          #expect(!screen.contains(Self.key))
          try session.press("q")
          let end = try session.wait(for: "exit status 0")
          #expect(!end.contains(Self.key))
        }
        #expect(lines.contains { $0.contains("is no key") })
        #expect(station.requests.recent.contains { $0.header("Authorization") == "Bearer \(Self.key)" })
      }
    }

    @Test func aRefusedKeyIsToldOfAndQuestionsComeWithoutIt() async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        station.responses.serve(at: "/2.3/questions") { request in
          request.header("Authorization") == nil ? nil : CannedResponse(status: 401, text: "")
        }
        let lines = try logged { file in
          let session = try TerminalSession(
            Program.script(
              "--demo --stack-exchange-url \(address.stackExchangeURL) --log-file \(file)"),
            environment: Self.environment)
          try session.wait("the notice and the questions") {
            $0.contains("Stack Exchange refused the key") && $0.contains("▌")
          }
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
        #expect(lines.filter { $0.contains("Stack Exchange refused the key: going on without it") }.count == 1)
      }
    }

    @Test(arguments: [
      ("REACTUI_STACK_EXCHANGE_KEY=\(key)", "", key),
      ("REACTUI_STACK_EXCHANGE_KEY=\(key)", "key-command: echo another", key),
      ("UNRELATED=1", "key-command: [printf, '%s\\nuser: me', \(key)]", key),
      ("REACTUI_STACK_EXCHANGE_KEY=", "key-command: echo \(key)", key),
      ("REACTUI_STACK_EXCHANGE_KEY=", "", nil),
      ("UNRELATED=1", "", nil),
    ])
    func theKeyComesFromTheEnvironmentElseFromTheSettings(variable: String, setting: String, sent: String?) async throws
    {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        try withSettings { settings in
          try settings.save("stack-overflow: { url: \"\(address.stackExchangeURL)\", \(setting) }\n")
          _ = try logged { file in
            let session = try TerminalSession(
              "export \(variable); " + Program.script("--log-file \(file) --wiki-url \(address.eventStreamsURL)"),
              environment: settings.environment)
            let screen = try session.wait("questions") { $0.contains("▌") }
            #expect(!screen.contains(Self.key))
            try session.press("q")
            let end = try session.wait(for: "exit status 0")
            #expect(!end.contains(Self.key))
          }
        }
        let asked = try #require(station.requests.recent.first { $0.path.hasSuffix("/questions") })
        #expect(asked.header("Authorization") == sent.map { "Bearer \($0)" })
        #expect(asked.query["key"] == nil)
      }
    }

    @Test(arguments: [
      ("key-command: [sh, -c, 'echo no such entry >&2; exit 1']", "sh ended with status 1: no such entry"),
      ("key-command: no-such-program", "no-such-program cannot be run: No such file or directory"),
      ("key-file: /nowhere/key", "/nowhere/key cannot be read: No such file or directory"),
    ])
    func aKeyThatIsNotToBeHadIsToldOfAndQuestionsComeWithoutIt(setting: String, sentence: String) async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        try withSettings { settings in
          try settings.save("stack-overflow: { url: \"\(address.stackExchangeURL)\", \(setting) }\n")
          let lines = try logged { file in
            let session = try TerminalSession(
              Program.script("--log-file \(file) --wiki-url \(address.eventStreamsURL)"),
              environment: settings.environment)
            try session.wait("the notice") { $0.contains("\(sentence); going on without the Stack Exchange key") }
            try session.wait("questions") { $0.contains("▌") }
            try session.press("q")
            try session.wait(for: "exit status 0")
          }
          #expect(lines.count { $0.contains(sentence) } == 1)
        }
      }
    }
  }
}
