import Foundation
import Station
import StationTesting
import Testing

extension ProgramTests {
  /// `reactui read` where a part of what is asked for fails.
  @Suite struct ReadTests {
    private func read(_ address: StationAddress, _ home: Program.Home, _ options: [String] = []) throws
      -> Program.Result
    {
      try Program.run(
        ["read", "7", "--stack-exchange-url", "\(address.stackExchangeURL)"] + options, environment: home.environment)
    }

    @Test func answersThatFailLeaveTheQuestionAndAreTold() async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        let home = Program.Home()
        let (question, answers) = ("/2.3/questions/7", "/2.3/questions/7/answers")
        let host = "\(address.host):\(address.port)"
        func serve(_ body: String, status: Int = 200, at path: String) {
          station.responses.serve(CannedResponse(status: status, text: body), at: path)
        }
        let whole = #"{"items":[{"question_id":7,"title":"Why","body":"<p>The text</p>","score":"3"}]}"#
        serve(whole, at: question)
        serve("busy", status: 503, at: answers)
        let failed = try read(address, home)
        #expect(failed.status == 69 && failed.output.hasPrefix("Why\n3 votes · ? answers · asked\n"), "\(failed)")
        #expect(failed.output.contains("The text"))
        #expect(
          failed.error.hasPrefix("reactui: no answers: \(host)") && failed.error.contains("503"), "\(failed.error)")

        serve("busy", status: 503, at: question)
        let offline = try read(address, home)
        #expect(offline.status == 69 && offline.output.contains("The text"), "what came was kept: \(offline)")
        #expect(offline.error.hasSuffix("reactui: no answers are known\n"), "\(offline.error)")
        let stored = try read(address, home, ["--json"])
        #expect(stored.output.hasSuffix(#""origin":"cache"}"# + "\n"), "\(stored)")
        serve(whole, at: question)

        let json = try read(address, home, ["--json"])
        #expect(json.status == 69 && json.output.contains(#""answerCount":null"#), "\(json)")
        #expect(try ScriptingSchema(of: "read").mistakes(in: json.output) == [])
        #expect(json.output.hasSuffix(#""answers":null,"origin":"live"}"# + "\n"))

        serve(#"{"items":[{"answer_id":8,"body":"<p>The answer</p>"}]}"#, at: answers)
        let complete = try read(address, home)
        #expect(complete.status == 0 && complete.error.isEmpty && complete.output.contains("The answer"), "\(complete)")

        for body in ["{}", #"{"error":"log in first"}"#, #"{"items":null}"#, #"{"items":[{"id":1}]}"#] {
          serve(body, at: answers)
          let kept = try read(address, home)
          #expect(kept.status == 0 && kept.output.contains("The answer"), "what was kept is not lost: \(kept)")
          #expect(kept.error.contains("Cannot read the answer of \(host)"), "\(kept.error)")
          #expect(kept.error.hasSuffix("; answers are of less than a minute ago\n"), "\(kept.error)")
          let alone = try read(address, home, ["--no-state"])
          #expect(alone.status == 69 && alone.output.contains("The text"), "\(alone)")
        }
      }
    }

    @Test func linksLeadToTheQuestionAndAreNeverWrapped() async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        let link = "https://unix.stackexchange.com/questions/7/\(String(repeating: "long-", count: 30))"
        let body = #"<p>See <a href=\"https://example.org/\#(String(repeating: "far/", count: 40))\">this</a></p>"#
        station.responses.serve(
          CannedResponse(text: #"{"items":[{"question_id":7,"title":"Why","link":"\#(link)","body":"\#(body)"}]}"#),
          at: "/2.3/questions/7")
        station.responses.serve(CannedResponse(text: #"{"items":[]}"#), at: "/2.3/questions/7/answers")
        station.responses.serve(
          CannedResponse(text: #"{"items":[{"answer_id":8,"question_id":7}]}"#), at: "/2.3/answers/8")
        func read(_ post: String) throws -> Program.Result {
          try Program.run(["read", post, "--no-state", "--stack-exchange-url", "\(address.stackExchangeURL)"])
        }
        for post in [link, "https://unix.stackexchange.com/a/8/1234", "unix.stackexchange.com/q/7"] {
          let result = try read(post)
          #expect(result.status == 0 && result.error.isEmpty, "\(result)")
          let lines = result.output.split(separator: "\n")
          #expect(
            lines.contains { $0 == link } && lines.contains { $0.hasSuffix("far/") && $0.contains("example.org") })
        }
        let missing = try read("https://unix.stackexchange.com/a/9")
        #expect(missing.status == 69 && missing.error.contains("answer 9"), "\(missing)")
        let none = try read("https://example.org/questions/7")
        #expect(none.status == 64 && none.error.contains("no link to a question"), "\(none)")
        let twice = try Program.run(["read", link, "--site", "askubuntu"])
        #expect(twice.status == 64 && twice.error.contains("The link is of unix"), "\(twice)")
      }
    }

    @Test(arguments: [
      (["reed", "7"], "reactui has no command 'reed'; did you mean 'reactui read'?"),
      (["config", "exmple"], "reactui config has no command 'exmple'; did you mean 'reactui config example'?"),
      (["--demo", "xyzzy"], "reactui has no command 'xyzzy'; it has questions, edits, "),
    ])
    func aCommandThatIsNotThereIsToldWithTheNearest(arguments: [String], sentence: String) async throws {
      try await story {
        let result = try Program.run(arguments)
        #expect(result.status == 64 && result.error.hasPrefix("reactui: \(sentence)"), "\(result)")
      }
    }

    @Test(arguments: [
      "{}", #"{"error":"log in first"}"#, #"{"items":null}"#, #"{"items":{}}"#, #"{"items":[{"id":1}]}"#,
    ])
    func anotherShapeOfAListIsAnError(body: String) async throws {
      try await story {
        let station = ControlledStation()
        let address = try station.start()
        defer { station.stop() }
        station.responses.serve(CannedResponse(text: body), at: "/2.3/questions")
        let result = try Program.run(["questions", "--stack-exchange-url", "\(address.stackExchangeURL)"])
        #expect(result.status == 69 && result.output.isEmpty, "\(result)")
        #expect(result.error.hasPrefix("reactui: Cannot read the answer of "), "\(result.error)")
      }
    }
  }
}
