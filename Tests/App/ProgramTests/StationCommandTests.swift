import Foundation
import SettingsFile
import Synchronization
import Testing
import Text

@testable import Station
@testable import reactui

extension ProgramTests {
  /// `reactui station` as a person starts it: what it refuses, what it announces, and that what it announces is right.
  @Suite struct StationCommandTests {
    private func refusal(_ arguments: String..., status: Int32) throws -> String {
      let result = try Program.run(["station", "--port", "0"] + arguments)
      #expect(result.status == status)
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("reactui: ") && result.error.split(separator: "\n").count == 1, "\(result.error)")
      return result.error
    }

    private func write(_ text: String, _ permissions: Int, to file: URL) throws {
      let attributes = [FileAttributeKey.posixPermissions: permissions]
      try #require(FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8), attributes: attributes))
      // The umask does not concern this.
      try FileManager.default.setAttributes(attributes, ofItemAtPath: file.path)
    }

    @Test func withoutATokenItDoesNotStartForOtherMachines() async throws {
      try await story {
        for host in ["0.0.0.0", "::"] {
          let sentence = try refusal("--host", host, status: 64)
          #expect(sentence.contains("--token-file") && sentence.contains(host))
        }
      }
    }

    @Test func aTokenFileThatIsNotAsItMustBeIsRefused() async throws {
      try await story {
        try withFolder { folder in
          let file = folder.appending(path: "a token")
          #expect(try refusal("--token-file", file.path, status: 78).contains("No such file"))
          for permissions in [0o644, 0o640, 0o604, 0o620, 0o601] {
            try write("s3cret", permissions, to: file)
            let sentence = try refusal("--token-file", file.path, status: 78)
            #expect(sentence.contains("chmod 600 '\(file.path)'") && !sentence.contains("s3cret"))
          }
          for text in ["", " \n", "two words", "sécret", String(repeating: "x", count: 5_000)] {
            try write(text, 0o600, to: file)
            let sentence = try refusal("--token-file", file.path, status: 78)
            #expect(sentence.contains(file.path) && !sentence.contains("words") && !sentence.contains("xxx"))
          }
          #expect(try refusal("--token-file", folder.path, status: 78).contains(folder.path))
        }
      }
    }

    @Test func theExampleOfAStationWithATokenWorksAsItIsPrinted() async throws {
      try await story {
        try withFolder { folder in
          let file = folder.appending(path: "a token")
          try write("s3cret\n", 0o600, to: file)
          let station = try StationProcess(
            database: folder.appending(path: "readings").path,
            options: ["--host", "0.0.0.0", "--token-file", file.path])
          #expect(!station.announcement.contains("s3cret"))
          #expect(try output(of: try announced("curl -d", by: station)) == #"{"stored":1}"#)
          let curl = "curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:\(station.port)/data"
          #expect(try output(of: curl) == "401")
          #expect(try output(of: curl + " -H 'Authorization: Bearer s3cret'") == "200")
          let watching = try announced("REACTUI_CONAIR_TOKEN=", by: station)
          let parts = watching.split(separator: " reactui ", maxSplits: 1)
          try #require(parts.count == 2)
          let token = parts[0].dropFirst("REACTUI_CONAIR_TOKEN=".count)
          #expect(try output(of: "printf %s \(token)") == "s3cret")
          let session = try TerminalSession(
            Program.script("\(parts[1]) --demo --pane conair"), environment: ["REACTUI_CONAIR_TOKEN": "s3cret"])
          let screen = try session.wait("the reading that was posted") { $0.contains("21.5") && $0.contains("live") }
          #expect(!screen.contains("s3cret"))
          try session.press("q")
          try session.wait(for: "exit status 0")
          station.stop()
        }
      }
    }

    @Test func theLinesThatAreAnnouncedWorkWithAnIPv6Address() async throws {
      try #require(Self.hasIPv6, "this test needs the IPv6 loopback, ::1")
      try await theLinesThatAreAnnouncedWorkAsTheyArePrinted(host: "::1")
    }

    private static let hasIPv6: Bool = {
      var configuration = Station.Configuration()
      configuration.host = "::1"
      let station = Station(configuration: configuration)
      defer { station.stop() }
      return (try? station.start()) != nil
    }()

    @Test(arguments: ["127.0.0.1", "localhost"])
    func theLinesThatAreAnnouncedWorkAsTheyArePrinted(host: String) async throws {
      try await story {
        try withFolder { folder in
          let database = folder.appending(path: "readings").path
          let station = try StationProcess(database: database, options: ["--host", host])
          #expect(station.announcement.contains("kept in \(database), for 400 days"))
          #expect(try output(of: try announced("curl -d", by: station)) == #"{"stored":1}"#)
          let options = try announced("reactui --conair-url", by: station).dropFirst("reactui ".count)
          let session = try TerminalSession(Program.script("\(options) --demo --pane conair"))
          try session.wait("the reading that was posted") { $0.contains("21.5") && $0.contains("live") }
          try session.press("q")
          try session.wait(for: "exit status 0")
          station.stop()
        }
      }
    }

    @Test func itSaysThatReadingsInMemoryAreLost() async throws {
      try await story {
        let station = try StationProcess()
        #expect(station.announcement.contains("in memory only") && station.announcement.contains("--database"))
        station.stop()
      }
    }

    @Test func namesAreAddedByAnOption() async throws {
      try await story {
        let station = try StationProcess(options: ["--name", "pi.local", "--name", "tunnel:9000"])
        for (host, status) in [
          ("pi.local:\(station.port)", "200"), ("tunnel:9000", "200"), ("tunnel:\(station.port)", "403"),
          ("evil.example:\(station.port)", "403"),
        ] {
          let curl = "curl -s -o /dev/null -w '%{http_code}' -H 'Host: \(host)' http://127.0.0.1:\(station.port)/data"
          #expect(try output(of: curl) == status)
        }
        station.stop()
      }
    }

    @Test func theDemonstrationsLinksLeadToItsOwnPages() async throws {
      try await story {
        try withFolder { folder in
          // A browser that hands what it is shown, and the address, through a pipe.
          let shown = folder.appending(path: "shown").path
          #expect(mkfifo(shown, 0o600) == 0)
          let browser = folder.appending(path: "browser")
          try write("#!/bin/sh\n{ curl -s \"$1\"; echo \"$1\"; } > '\(shown)'\n", 0o700, to: browser)
          let session = try TerminalSession(
            Program.script("--demo --tab ios"), environment: ["BROWSER": browser.path])
          try session.wait("questions") { $0.contains("▌") && $0.contains("swift") }
          try session.press("o")
          let screen = try session.wait(for: "Opened http://127.0.0.1:")
          let page = try output(of: "timeout 60 cat '\(shown)'")
          let address = try #require(page.split(separator: "\n").last)
          #expect(address.contains(/^http:\/\/127\.0\.0\.1:\d+\/questions\/\d+\//))
          #expect(page.contains("<h1>") && page.contains("swift"))
          #expect(!screen.contains("stackoverflow.com"))
          try session.press("y")
          try session.wait(for: "Copied http://127.0.0.1:")
          // The process's station takes no readings.
          let data = try #require(URL(string: "/data", relativeTo: URL(string: String(address))))
          let post = #"curl -s -o /dev/null -w '%{http_code}' -d '{"temperature": 21.5}' "#
          #expect(try output(of: post + data.absoluteString) == "405")
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    /// The line of a station's announcement that holds a text, without the blanks around it.
    private func announced(_ text: String, by station: StationProcess) throws -> String {
      for line in station.announcement.split(separator: "\n") where line.contains(text) {
        return line.trimmingCharacters(in: .whitespaces)
      }
      throw TerminalSession.Failed(description: "no \(text) in \(station.announcement)")
    }

    /// What a line of shell prints.
    private func output(of line: String) throws -> String {
      let shell = Process()
      let output = Pipe()
      shell.executableURL = URL(filePath: "/usr/bin/env")
      shell.arguments = ["bash", "-c", line]
      shell.standardOutput = output
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      shell.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}

@Suite struct AnnouncementTests {
  private func announcement(_ arguments: String..., at address: StationAddress) throws -> String {
    try #require(try Reactui.parseAsRoot(["station"] + arguments) as? StationCommand).announcement(of: address)
  }

  @Test func anIPv6AddressStandsInBracketsAndTheShellLeavesThemAlone() throws {
    let text = try announcement(at: StationAddress(host: "::1", port: 8642))
    #expect(text.hasPrefix("station on [::1]:8642, Ctrl-C ends it\n"))
    #expect(text.contains("  reactui --conair-url 'http://[::1]:8642/data/'\n"))
  }

  @Test func everywhereIsNoPlaceToConnectTo() throws {
    let text = try announcement("--token-file", "t", at: StationAddress(host: "0.0.0.0", port: 8642))
    #expect(text.hasPrefix("station on 0.0.0.0:8642, "))
    #expect(text.contains("curl -d '{\"temperature\": 21.5}' -H @- http://localhost:8642/data\n"))
  }

  @Test(arguments: [
    ("", "''"), ("/a/b-c_d.e", "/a/b-c_d.e"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$(x)", "'$(x)'"),
    ("é", "'é'"), ("'\u{301};x", #"''\''"# + "\u{301};x'"), ("a\r\n", "'a\r\n'"),
  ])
  func whatTheShellWouldReadOtherwiseIsQuoted(text: String, quoted: String) {
    #expect(text.shellQuoted == quoted)
  }
}

@Suite struct TerminationTests {
  @Test func theSecondSignalEndsTheProcess() {
    let isBlocked = Mutex<Bool?>(nil)
    let done = DispatchSemaphore(value: 0)
    // A thread has a mask of its own.
    Thread.detachNewThread {
      Termination.block()
      pthread_kill(pthread_self(), SIGTERM)
      Termination.wait()
      Termination.unblock()
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      isBlocked.withLock { $0 = [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&mask, $0) == 1 } }
      done.signal()
    }
    done.wait()
    #expect(isBlocked.withLock { $0 } == false)
  }
}
