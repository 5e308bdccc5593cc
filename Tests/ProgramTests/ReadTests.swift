import Foundation
import Station
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
        serve(whole, at: question)

        let json = try read(address, home, ["--json"])
        #expect(json.status == 69 && json.output.contains(#""answerCount":null"#), "\(json)")
        #expect(try ScriptingSchema(of: "read").mistakes(in: json.output) == [])
        #expect(json.output.hasSuffix(#""answers":null}"# + "\n"))

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
