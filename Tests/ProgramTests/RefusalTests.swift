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

    @Test(arguments: [
      (["HTTPS_PROXY": "socks5://me:s3cret@127.0.0.1"], "HTTPS_PROXY is no address of a proxy"),
      (["HTTPS_PROXY": "http://me:12/s3cret@127.0.0.1"], "HTTPS_PROXY is no address of a proxy"),
      (["https_proxy": "http://127.0.0.1:99999"], "https_proxy is no address of a proxy"),
      (["SSL_CERT_FILE": "/nowhere/roots.pem"], "SSL_CERT_FILE names /nowhere/roots.pem, which cannot be read"),
    ])
    func aVariableThatCannotBeMeantIsAUsageError(variables: [String: String], sentence: String) async throws {
      try await story {
        let result = try Program.run(["--live"], environment: variables)
        expectOneLine(result, status: 64, sentence)
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
