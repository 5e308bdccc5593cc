import Foundation
import Testing

extension ProgramTests {
  /// Where the program cannot start it says so in one line and leaves the terminal as it is.
  @Suite struct RefusalTests {
    private func expectOneLine(_ result: Program.Result, status: Int32, _ words: String...) {
      #expect(!result.error.contains("s3cret"))
      #expect(result.status == status)
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("reactui: "))
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      #expect(!result.error.utf8.contains(0x1B), "no escape sequence")
      for word in words { #expect(result.error.contains(word), "\(result.error)") }
    }

    @Test func withoutATerminalItSaysSo() async throws {
      try await story {
        expectOneLine(
          try Program.run(["--demo"], environment: ["TERM": "xterm"]), status: 1, "terminal",
          "reactui questions --follow")
      }
    }

    @Test(arguments: [
      (["--nonsense"], "--nonsense"),
      (["--demo", "--live"], "exclude"),
      (["--wiki-url", "gopher://x/"], "wss:"),
      (["--stack-exchange-url", "not a url"], "not a url"),
      (["--conair-url", "http://"], "address"),
      (["--conair-url", ""], "no address"),
      (["--conair-url", "gopher://127.0.0.1/?token=s3cret"], "?…"),
      (["config", "--wiki-url", "gopher://me:s3cret@127.0.0.1/"], "gopher://…@127.0.0.1/"),
      (["--conair-url", "http://127.0.0.1:99999/data/"], "65535"),
      (["--wiki-url", "wss://127.0.0.1:0/wiki"], "65535"),
      (["--stack-exchange-url", "http://[::1]:99999999999999999999/2.3"], "65535"),
      (["--pane", "kitchen"], "'kitchen' is invalid for '--pane"),
      (["--pane=kitchen"], "'kitchen' is invalid for '--pane"),
      (["station", "--port", "wiki"], "'wiki' is invalid for '--port"),
      (["questions", "--timeout", "reed"], "'reed' is invalid for '--timeout"),
      (["--theme", "purple"], "--theme: \"purple\" is not known"),
      (["config", "--theme", "purple"], "--theme: \"purple\" is not known"),
      (["questions", "--demo", "--theme", "purple"], "--theme: \"purple\" is not known"),
      (["--tab", "COBOL"], "Windows Phone"),
      (["config", "--nonsense"], "--nonsense"),
      (["--conair-url", "gopher://me:s3cret@127.0.0.1/"], "gopher://…@127.0.0.1/"),
      (["--conair-url", "http://me:12/s3cret@127.0.0.1/"], "\"http://…@127.0.0.1/\": there is one @ too many"),
      (["config", "--wiki-url", "ws://me:#/?s3cret@127.0.0.1/"], "\"ws://…@127.0.0.1/\": there is one @ too many"),
      (["http://me:s3/cret@127.0.0.1/"], "'http://…@127.0.0.1/'"),
      (["station", "--port", "99999"], "65535"),
      (["station", "--retention", "0"], "36500"),
      (["station", "--retention", "36501"], "36500"),
      (["station", "--name", "a b"], "NAME:PORT"),
      (["station", "--name", "http://pi.local/"], "NAME:PORT"),
    ])
    func aWrongCommandLineIsAUsageError(arguments: [String], word: String) async throws {
      try await story {
        let result = try Program.run(arguments)
        expectOneLine(result, status: 64, word)
        #expect(!result.error.contains("cret@"), "a password is not repeated")
      }
    }

    @Test(arguments: ["REACTUI_CONAIR_URL", "REACTUI_WIKI_URL", "REACTUI_STACK_EXCHANGE_URL"])
    func aWrongAddressElsewhereIsAMistakeInTheSettings(variable: String) async throws {
      try await story {
        for (password, sentence) in [("s3cret", "must begin with"), ("12/s3cret", "one @ too many")] {
          let result = try Program.run([], environment: [variable: "gopher://me:\(password)@127.0.0.1/"])
          expectOneLine(result, status: 78, variable, sentence)
          #expect(!result.error.contains("cret@"), "a password is not repeated")
        }
      }
    }

    /// A script whose only request needs the variable says so in one line; the dashboard starts all the same.
    @Test(arguments: [
      (["HTTPS_PROXY": "socks5://me:s3cret@127.0.0.1"], "HTTPS_PROXY is no address of a proxy: write http://"),
      (["HTTPS_PROXY": "http://me:12/s3cret@127.0.0.1"], "HTTPS_PROXY is no address of a proxy: write http://"),
      (["HTTPS_PROXY": "http://me:s3cret s3cret@127.0.0.1:1"], "in a password write a blank as %20"),
      (["https_proxy": "http://127.0.0.1:99999"], "https_proxy is no address of a proxy: write http://"),
      (["SSL_CERT_FILE": "/nowhere/roots.pem"], "SSL_CERT_FILE names /nowhere/roots.pem, which cannot be read"),
    ])
    func aVariableThatCannotBeMeantFailsWhatNeedsIt(variables: [String: String], sentence: String) async throws {
      try await story {
        let url = "https://h.example/"
        for script in [
          ["questions", "--no-state", "--stack-exchange-url", url],
          ["temperatures", "--no-state", "--conair-url", url],
          ["edits", "--no-state", "--wiki-url", url], ["rooms", "discover", "--no-state", url],
        ] {
          let result = try Program.run(script, environment: variables)
          expectOneLine(result, status: 64, sentence)
          #expect(!result.error.contains("s3cret"))
        }
        let environment = variables.merging(["TERM": "xterm"]) { $1 }
        expectOneLine(try Program.run(["--live"], environment: environment), status: 1, "terminal")
      }
    }

    /// User and password stand for themselves, whatever URLs forbid; the proxy is not there.
    @Test(arguments: [#"CORP\user:s3cret"#, "user:p%zzs3cret", "user:p[qs3cret", "user:päs3cret", #"user:{|"s3cret"#])
    func aPasswordOfAProxyMayHaveAnySign(login: String) async throws {
      try await story {
        let variables = ["HTTPS_PROXY": "http://\(login)@127.0.0.1:1"]
        let result = try Program.run(
          ["questions", "--no-state", "--stack-exchange-url", "https://h.example/"], environment: variables)
        expectOneLine(result, status: 69, "(proxy 127.0.0.1:1): connection refused")
        #expect(!result.error.contains("s3cret"))
      }
    }

    /// Nobody is reached through a proxy who is inside the process.
    @Test func theDemonstrationDoesNotAskForAProxy() async throws {
      try await story {
        let environment = ["TERM": "xterm", "HTTPS_PROXY": "::", "SSL_CERT_FILE": "/nowhere"]
        expectOneLine(try Program.run(["--demo"], environment: environment), status: 1, "terminal")
      }
    }

    /// Arguments, paths and variables are told as text, whatever a terminal would make of them.
    @Test(arguments: [
      ["\u{1B}[31mreed"], ["--\u{1B}]0;x\u{7}"], ["--pane", "\u{1B}[31m"], ["--tab", "\u{1B}[31m", "--demo"],
      ["--log-file", "/nowhere/\u{1B}[31m\u{9B}31m"], ["--record", "/nowhere/\u{1B}[31m"], ["--config", "/\u{1B}[31m"],
      ["--wiki-url", "x\u{1B}[31m:"], ["station", "--host", "\u{1B}[31mh"], ["station", "--database", "/\u{1B}[31m/x"],
      ["station", "--token-file", "/\u{1B}[31m"], ["station", "--name", "\u{1B}[31m"], ["read", "\u{1B}[31m"],
      ["rooms", "discover", "\u{1B}[31m"], ["rooms", "discover", "--timeout", "1", "http://\u{1B}[31m/"],
      ["edits", "--where", "\u{1B}[31m:", "--demo"], ["questions", "--tab", "\u{1B}[31m", "--demo"],
      ["temperatures", "--room", "\u{1B}[31m", "--demo"], ["config", "\u{1B}[31m"], ["state", "\u{202E}\u{1B}[31m"],
    ])
    func controlCharactersReachNoTerminal(arguments: [String]) async throws {
      try await story {
        let result = try Program.run(arguments, environment: ["TERM": "\u{1B}[31m"])
        #expect(result.status != 0 && !result.error.isEmpty)
        for text in [result.error, result.output] {
          #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !(0..<0x20).contains($0.value) }, "\(text)")
          #expect(text.unicodeScalars.allSatisfy { !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E }, "\(text)")
        }
      }
    }

    @Test func controlCharactersOfFoldersReachNoTerminal() async throws {
      try await story {
        let folder = "/nowhere/\u{1B}[31m"
        let variables = ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder, "XDG_CACHE_HOME": folder]
        for arguments in [["state"], ["state", "clear"], ["config"], ["temperatures", "--demo"]] {
          let result = try Program.run(arguments, environment: variables)
          #expect(!(result.output + result.error).utf8.contains(0x1B), "\(arguments): \(result)")
        }
      }
    }

    /// The libraries trap where the system gives no descriptor or thread.
    @Test(arguments: [("-n 16", "open files is 16"), ("-n 6", "open files is 6")])
    func aLimitThatIsTooLowIsSaid(limit: String, sentence: String) async throws {
      try await story {
        for arguments in ["--demo", "temperatures --demo --no-state", "station --port 0"] {
          let result = try Limited.run(arguments, limit)
          expectOneLine(result, status: 69, sentence)
        }
      }
    }

    @Test func aPortInUseIsNamed() async throws {
      try await story {
        let station = try StationProcess()
        expectOneLine(try Program.run(["station", "--port", "\(station.port)"]), status: 69, "\(station.port)")
        station.stop()
      }
    }

    @Test func helpAndVersionGoToStandardOutput() async throws {
      try await story {
        let help = try Program.run(["--help"])
        #expect(help.status == 0 && help.error.isEmpty)
        for option in [
          "--demo", "--live", "--stack-exchange-url", "--wiki-url", "--conair-url", "--pane", "--tab", "--ascii",
          "--config", "--theme", "--log-file", "station", "config",
        ] {
          #expect(help.output.contains(option), "\(option) is not in the help")
        }
        let version = try Program.run(["--version"])
        #expect(version.status == 0 && version.output.hasPrefix("reactui "))
      }
    }

    /// It names what works there: plain text.
    @Test func aDumbOrUnknownTerminalIsLeftAlone() async throws {
      try await story {
        for (terminal, word) in [("dumb", "dumb"), ("no-such-terminal", "no-such-terminal"), ("''", "TERM")] {
          let session = try TerminalSession("export TERM=\(terminal); " + Program.script("--demo"))
          let screen = try session.wait(for: "exit status 1")
          #expect(screen.contains("reactui: ") && screen.contains(word))
          // The terminal wraps the line.
          #expect(screen.filter { !$0.isWhitespace }.contains("Forplaintext:reactuiquestions--follow"), "\(screen)")
          #expect(screen.contains("settings restored"))
        }
      }
    }
  }
}

/// The program under a limit of the shell's `ulimit`.
private enum Limited {
  static func run(_ arguments: String, _ limit: String) throws -> Program.Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "ulimit \(limit); exec '\(Program.path)' \(arguments)"]
    process.environment = ["HOME": "/nonexistent", "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Program.Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      error: String(decoding: errorText, as: UTF8.self))
  }
}
