import Foundation
import Testing

extension ProgramTests {
  /// `reactui questions`, `edits`, `temperatures` and `read`, as a script runs them.
  @Suite struct ScriptingTests {
    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

    /// What a line of shell prints, in which `$0` is the program.
    private func shell(_ line: String) throws -> (output: String, error: String) {
      let shell = Process()
      let (output, error) = (Pipe(), Pipe())
      shell.executableURL = URL(filePath: "/usr/bin/env")
      shell.arguments = ["timeout", "60", "bash", "-c", line, Program.path]
      shell.standardInput = FileHandle.nullDevice
      shell.standardOutput = output
      shell.standardError = error
      try shell.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorText = try error.fileHandleForReading.readToEnd() ?? Data()
      shell.waitUntilExit()
      return (String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
    }

    @Test(arguments: [
      ("questions", ["questions", "--demo"], 30...30), ("questions", ["--demo", "questions", "--tab", "ios"], 2...30),
      ("edits", ["edits", "--demo", "--count", "3"], 3...3),
      ("temperatures", ["temperatures", "--demo"], 29...31), ("read", ["read", "79500019", "--demo"], 1...1),
    ])
    func everyLineOfJSONIsAsTheDocumentSays(command: String, arguments: [String], count: ClosedRange<Int>) async throws
    {
      try await story {
        let schema = try ScriptingSchema(of: command)
        let result = try Program.run(arguments + ["--json"])
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        let lines = lines(result.output)
        #expect(count.contains(lines.count), "\(lines.count) lines")
        for line in lines { #expect(schema.mistakes(in: line) == []) }
      }
    }

    @Test func editsAreOfTheWikisThatAreNamed() async throws {
      try await story {
        let result = try Program.run([
          "edits", "--demo", "--count", "1", "--wiki", "de,fr", "--timeout", "60", "--json",
        ])
        let wikis = [#""wiki":"dewiki""#, #""wiki":"frwiki""#]
        #expect(result.status == 0 && wikis.contains { result.output.contains($0) }, "\(result.output)\(result.error)")
      }
    }

    @Test func editsSinceATimeAreAllThatHoldInTheirOrder() async throws {
      try await story {
        let words = ["edits", "--demo", "--since", "5min", "--json"]
        let schema = try ScriptingSchema(of: "edits")
        let all = try Program.run(words)
        #expect(all.status == 0 && all.error.isEmpty, "\(all.error)")
        let some = try Program.run(words + ["--where", "minor and not bot"])
        #expect(some.status == 0 && some.error.isEmpty, "\(some.error)")
        for line in lines(all.output) { #expect(schema.mistakes(in: line) == []) }
        let times = lines(all.output).map { $0.prefix { $0 != "," } }
        #expect(times.count > 300 && times == times.sorted())
        let held = lines(some.output)
        #expect(held.count > 10 && held.count < times.count)
        #expect(held.allSatisfy { $0.contains(#""bot":false,"minor":true"#) && $0.contains(#""origin":"demo""#) })
        #expect(try Program.run(words + ["--count", "4"]).output.split(separator: "\n").count == 4)
      }
    }

    @Test func whatIsFollowedSinceATimeIsToldOnce() async throws {
      try await story {
        let command = #"exec "$0" edits --demo --no-state --since 2min --follow --count 260 --json"#
        let (output, error) = try shell(command)
        let edits = lines(output).filter { !$0.contains(#""revision":null"#) }
        #expect(lines(output).count == 260 && error.isEmpty, "\(error)")
        #expect(Set(edits).count == edits.count)
      }
    }

    @Test(arguments: [true, false])
    func aTabIsFoundWhereverItsOptionStands(isFirst: Bool) async throws {
      try await story {
        let words = isFirst ? ["--tab", "3", "questions", "--demo"] : ["questions", "--demo", "--tab", "3"]
        let result = try Program.run(words)
        #expect(result.status == 0 && lines(result.output).allSatisfy { $0.contains("ios") }, "\(result.output)")
      }
    }

    @Test func aPipeGetsWholeLinesWithoutColour() async throws {
      try await story {
        let result = try Program.run(
          ["questions", "--demo"], environment: ["COLUMNS": "40", "TERM": "xterm-256color"])
        #expect(!result.output.contains("\u{1B}"))
        #expect(lines(result.output).contains { $0.contains("t[0] += [1]") && $0.hasSuffix("Sanne de Vries") })
      }
    }

    @Test func aQuestionIsLaidOutForItsReaders() async throws {
      try await story {
        let result = try Program.run(["read", "79500019", "--demo"], environment: ["COLUMNS": "60"])
        let lines = lines(result.output)
        #expect(lines.first == "t[0] += [1] raises a TypeError, and the list has changed all")
        #expect(lines.contains { $0.hasPrefix("366 votes · 2 answers · asked by Sanne de Vries ") })
        #expect(lines.contains { $0.hasPrefix("Accepted answer by Mihajlo ") && $0.hasSuffix("441 votes") })
        // Code and links are never broken.
        #expect(lines.allSatisfy { $0.count <= 60 || $0.hasPrefix("  │ ") || $0.contains("://") })
      }
    }

    // MARK: - Ends

    @Test func aReaderWhoHasEnoughEndsItWithoutAWord() async throws {
      try await story {
        let many = try shell(#""$0" edits --demo --follow | head -1 | wc -l; echo ${PIPESTATUS[0]}"#)
        #expect(many.output == "1\n141\n" && many.error.isEmpty, "\(many)")
        // The next reading comes in seconds; its reader is missed at once.
        let few = try shell(#""$0" temperatures --demo --follow | head -1 | wc -l; echo ${PIPESTATUS[0]}"#)
        #expect(few.output == "1\n141\n" && few.error.isEmpty, "\(few)")
      }
    }

    @Test func anInterruptEndsItWithoutAWord() async throws {
      try await story {
        let command = #"exec "$0" edits --demo --follow --no-state 2>&1"#
        let process = try ChildProcess(
          ["bash", "-c", command, Program.path], environment: ProcessInfo.processInfo.environment)
        // A line is there before the program has ended: it is not held back until there are more.
        var text = String(decoding: process.output.availableData, as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        process.send(SIGINT)
        #expect(process.finish() == SIGINT)
        text += String(decoding: try process.output.readToEnd() ?? Data(), as: UTF8.self)
        #expect(lines(text).allSatisfy { $0.wholeMatch(of: /\d\d:\d\d:\d\d.*/) != nil }, "\(text)")
      }
    }

    @Test func aFullDiskIsTold() async throws {
      try await story {
        let result = try shell(#""$0" questions --demo > /dev/full; echo $?"#)
        #expect(result.output == "1\n" && result.error == "reactui: cannot write: No space left on device\n")
      }
    }

    // MARK: - Errors

    private func complaint(_ arguments: [String], _ status: Int32, environment: [String: String] = [:]) throws -> String
    {
      let result = try Program.run(arguments, environment: environment)
      #expect(result.status == status && result.output.isEmpty, "\(result)")
      #expect(result.error.hasPrefix("reactui: ") && lines(result.error).count == 1, "\(result.error)")
      return result.error
    }

    @Test func whoDoesNotAnswerIsNotWaitedForForEver() async throws {
      try await story {
        let hole = try BlackHole(.silent)
        let base = "http://127.0.0.1:\(hole.port)"
        for arguments in [
          ["questions", "--stack-exchange-url", base], ["read", "1", "--stack-exchange-url", base],
          ["edits", "--wiki-url", base], ["temperatures", "--conair-url", base],
        ] {
          let sentence = try complaint(arguments + ["--timeout", "0.3"], 69)
          #expect(sentence.contains("within 0.3 s") && sentence.contains("--timeout"))
        }
        withExtendedLifetime(hole) {}
      }
    }

    @Test func everyErrorIsALineAndACode() async throws {
      try await story {
        let cases: [(words: String, status: Int32, part: String)] = [
          ("temperatures", 64, "--conair-url"), ("questions --demo --tab nix", 64, "the tabs are"),
          ("questions --demo --timeout 0", 64, "--timeout"), ("edits --demo --count 0", 64, "--count"),
          ("edits --demo --wiki nix", 64, "no wiki is called nix"),
          ("edits --demo --where rsk>1", 64, "--where, column 1: \"rsk\" is not known; did you mean risk?"),
          ("edits --demo --since 1y", 64, "--since is a time"),
          ("edits --demo --since 1h --wiki all", 64, "--wiki has to name them"),
          ("temperatures --demo --since 1y", 64, "--since"),
          ("temperatures --demo --follow --since 1h", 64, "exclude"), ("read x --demo", 64, "x"),
          ("read 7 --demo", 69, "Not found"), ("edits --wiki-url http://127.0.0.1:1/", 69, "127.0.0.1"),
          ("questions --config /", 78, "folder"),
        ]
        for (words, status, part) in cases {
          let sentence = try complaint(words.split(separator: " ").map { String($0) }, status)
          #expect(sentence.contains(part), "\(words): \(sentence)")
        }
      }
    }

    /// Nothing would come any more: a script that waits for it would wait for ever.
    @Test func whatIsFollowedEndsWhereOnlyAPersonCanHelp() async throws {
      try await story {
        let station = try StationProcess()
        for arguments in [
          ["edits", "--follow", "--wiki-url", "http://\(station.base)/nothing-here"],
          ["temperatures", "--follow", "--conair-url", "http://\(station.base)/nothing-here"],
          ["questions", "--follow", "--stack-exchange-url", "http://\(station.base)/nothing-here"],
        ] {
          let sentence = try complaint(arguments + ["--no-state"], 69)
          #expect(sentence.contains("nothing at this address (HTTP 404)"), "\(sentence)")
        }
      }
    }

    @Test func withoutTheServiceTheListOfLastTimeIsPrintedAndItsAgeTold() async throws {
      try await story {
        let home = Program.Home()
        let station = try StationProcess.thatComesBack()
        for arguments in [["questions", "--json"], ["read", "79500019", "--json"]] {
          let words = arguments + ["--stack-exchange-url", "http://\(station.base)/2.3"]
          let first = try Program.run(words, environment: home.environment)
          #expect(first.status == 0 && first.error.isEmpty, "\(first.error)")
        }
        station.stop()
        for arguments in [["questions", "--json"], ["read", "79500019", "--json"]] {
          let words = arguments + ["--stack-exchange-url", "http://\(station.base)/2.3"]
          let second = try Program.run(words, environment: home.environment)
          #expect(second.status == 0 && second.output.contains("\"id\":79500019"), "\(second)")
          #expect(second.error.contains("No connection") && second.error.contains("less than a minute ago"))
          #expect(lines(second.error).count == 1)
          let sentence = try complaint(words + ["--no-state"], 69, environment: home.environment)
          #expect(sentence.contains("No connection"))
          // What a station has invented is no other server's, and that same server's however its address is spelled.
          let other = arguments + ["--stack-exchange-url", "http://127.0.0.1:1/2.3"]
          #expect(try complaint(other, 69, environment: home.environment).contains("No connection"))
          let spelled = arguments + ["--stack-exchange-url", "HTTP://ada:secret@\(station.base)/2.3/"]
          #expect(try Program.run(spelled, environment: home.environment).output == second.output)
        }
      }
    }
  }
}
