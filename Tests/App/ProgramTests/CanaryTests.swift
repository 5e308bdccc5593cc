import Foundation
import Station
import StationTesting
import Testing

extension ProgramTests {
  /// A secret in every place that may hold one, and then a look at everything that the program has written and shown.
  @Suite struct CanaryTests {
    private static let canary = "s3cretCanary"

    /// Where a secret is given.
    enum Place: CaseIterable {
      case command, file, environment, address, failingCommand
    }

    private func settings(_ place: Place, _ station: StationAddress, in folder: URL) throws -> String {
      let file = folder.appending(path: "key")
      try Data("\(Self.canary)\n".utf8).write(to: file)
      chmod(file.path, 0o600)
      let secret =
        switch place {
        case .command: #"-command: [sh, -c, "cat '\#(file.path)'; echo \#(Self.canary) >&2"]"#
        case .failingCommand: #"-command: [sh, -c, "cat '\#(file.path)'; echo no \#(Self.canary) >&2; exit 1"]"#
        case .file: "-file: \(file.path)"
        case .environment, .address: ""
        }
      func url(_ url: URL) -> String {
        place == .address ? url.absoluteString.replacing("://", with: "://me:\(Self.canary)@") : url.absoluteString
      }
      return """
        stack-overflow: { url: "\(url(station.stackExchangeURL))"\(secret.isEmpty ? "" : ", key" + secret) }
        wikipedia: { url: "\(url(station.eventStreamsURL))" }
        rooms: [{ name: Office, conair: "\(url(station.conAirURL))"\(secret.isEmpty ? "" : ", token" + secret) }]

        """
    }

    @Test(arguments: Place.allCases)
    func aSecretIsNowhereButInRequests(place: Place) async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        try withFolder { folder in
          let personal = PersonalSettings(folder)
          try personal.save(try settings(place, address, in: folder))
          let kept = folder.appending(path: "kept")
          var environment = personal.environment
          environment["XDG_STATE_HOME"] = kept.appending(path: "state").path
          environment["XDG_CACHE_HOME"] = kept.appending(path: "cache").path
          if place == .environment {
            environment["REACTUI_STACK_EXCHANGE_KEY"] = Self.canary
            environment["REACTUI_CONAIR_TOKEN"] = Self.canary
          }
          try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
          let log = kept.appending(path: "log").path
          var seen: [String] = []

          // A server that answers, then servers that repeat what they were sent, and one that is gone.
          let session = try TerminalSession(
            Program.script("--log-file \(log) --record '\(kept.path)/recording'"), environment: environment)
          seen.append(try session.wait("data") { $0.contains("▌") && $0.contains("°C") })
          for path in ["/2.3/questions", "/data"] {
            station.responses.serve(at: path) { request in
              let sent = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: " ")
              return CannedResponse(
                status: 400, text: #"{"error_id":400,"error_name":"bad","error_message":"\#(sent)"}"#)
            }
          }
          try session.press("R")
          seen.append(try session.wait("errors") { $0.contains("trouble: Stack Overflow, ConAir") })
          try session.press("D")
          seen.append(try session.wait(for: "Diagnostics"))
          try session.press("D")
          // A mistake is told with what is wrong, beside the secret.
          try personal.replace(try settings(place, address, in: folder) + "unit: kelvin\n")
          seen.append(try session.wait("the mistake") { $0.lastLine.contains("unit: ") })
          try session.press("q")
          seen.append(try session.wait(for: "exit status 0"))

          for arguments in [["config"], ["--demo"], ["config", "--nonsense"]] {
            let result = try Program.run(arguments, environment: environment)
            seen += [result.output, result.error]
          }
          try personal.replace(try settings(place, address, in: folder))
          let report = try Program.run(["config"], environment: environment)
          #expect(report.status == 0, "\(report.error)")
          seen += [report.output, report.error]

          // A crash, with the report that Swift writes by itself; it takes seconds, and does not depend on the place.
          if place == .file {
            environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,color=no,registers=all"
            let crashing = try TerminalSession(
              Program.script("--log-file \(log) 2> '\(kept.path)/crash'"), environment: environment)
            try crashing.wait("data or trouble") { $0.contains("▌") || $0.contains("trouble: ") }
            try crashing.press("D")
            try crashing.wait(for: "Diagnostics")
            kill(try child(of: crashing.processID()), SIGSEGV)
            seen.append(try crashing.wait(for: "exit status"))
          }

          for text in seen { #expect(!text.contains(Self.canary), "\(text)") }
          #expect(try FileManager.default.contentsOfDirectory(atPath: kept.path).contains("log"))
          let recording = try String(contentsOf: kept.appending(path: "recording"), encoding: .utf8)
          #expect(
            recording.contains("asks \(address.host):\(address.port) (Stack Exchange) for questions"),
            "requests are told")
          for file in FileManager.default.enumerator(at: kept, includingPropertiesForKeys: nil)?.allObjects ?? [] {
            guard let file = file as? URL, let bytes = FileManager.default.contents(atPath: file.path) else { continue }
            #expect(bytes.range(of: Data(Self.canary.utf8)) == nil, "\(file.lastPathComponent) holds the secret")
          }
          if [.command, .file, .environment].contains(place) {
            #expect(station.requests.recent.contains { $0.header("Authorization") == "Bearer \(Self.canary)" })
          }
        }
      }
    }

    /// The program that a shell runs.
    private func child(of shell: pid_t) throws -> pid_t {
      let text = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
      guard let id = text.split(separator: " ").first.flatMap({ pid_t($0) }) else {
        throw TerminalSession.Failed(description: "the shell has no child")
      }
      return id
    }
  }
}
