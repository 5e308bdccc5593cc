import Foundation
import Testing

/// An answer of which some text, or the number of texts, is as large as an answer may be.
struct LongAnswer: Sendable, CustomTestStringConvertible {
  var name: String
  var type = "application/json"
  var body: String
  /// What the screen has once it has been read.
  var shown: String

  var testDescription: String { name }

  /// Almost as much as a client reads (8 MiB).
  private static let long = String(repeating: "long words ", count: 640_000)

  /// Without spaces, so that a line cannot be broken between words.
  private static let word = String(repeating: "x", count: 7_000_000)

  private static func query(_ series: [String]) -> String {
    #"{"status":"success","data":{"resultType":"vector","result":[\#(series.joined(separator: ","))]}}"#
  }

  private static func question(_ fields: String) -> String {
    #"{"items":[{"question_id":1,"score":1,"answer_id":1,"creation_date":1795301753,\#(fields)}],"has_more":false}"#
  }

  private static func series(_ labels: String) -> String {
    #"{"metric":{"reactui_part":"last",\#(labels)},"value":[1795301753,"21"]}"#
  }

  static let all = [
    LongAnswer(
      name: "a page with a label of 7 MB", type: "text/plain", body: "room_celsius{place=\"\(long)\"} 21\n",
      shown: "Page   21.0"),
    LongAnswer(
      name: "a page with the name of a metric of 7 MB", type: "text/plain", body: "\(word)_celsius{place=\"a\"} 21\n",
      shown: "trouble: Stack Overflow, Wikipedia, ConAir"),
    LongAnswer(
      name: "a query's answer with a label of 7 MB", body: query([series(#""room":"\#(long)""#)]), shown: "Query  21.0"),
    LongAnswer(
      name: "a query's answer of 28,000 names of labels",
      body: query(
        (0..<7_000).map { one in
          series((0..<4).map { #""name\#(one)x\#($0)":"a""# }.joined(separator: ",") + #","room":"\#(one)""#)
        }), shown: "Query 0"),
    LongAnswer(
      name: "an entity with an id of 3.5 MB",
      body:
        #"[{"entity_id":"sensor.\#(word.prefix(3_500_000))","state":"21","attributes":{"unit_of_measurement":"°C","friendly_name":"\#(word.prefix(3_500_000))"}}]"#,
      shown: "trouble: Stack Overflow, Wikipedia, ConAir"),
    LongAnswer(name: "a question with a title of 7 MB", body: question(#""title":"\#(long)""#), shown: "1 · "),
    LongAnswer(
      name: "a question with a tag of 7 MB", body: question(#""title":"a","tags":["\#(word)"]"#), shown: "1 · "),
    LongAnswer(
      name: "a question with a body of 7 MB", body: question(#""title":"a","body":"<p>\#(long)</p>""#), shown: "1 · "),
    LongAnswer(
      name: "a question with a body of one word", body: question(#""title":"a","body":"<pre>\#(word)</pre>""#),
      shown: "1 · "),
    LongAnswer(
      name: "a question with a body of 700,000 elements",
      body: question(#""title":"a","body":"\#(String(repeating: "<b>a</b> ", count: 700_000))""#), shown: "1 · "),
  ]

  /// The answer as it is sent.
  var bytes: [UInt8] {
    Array(
      "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        .utf8)
  }
}

extension ProgramTests {
  /// The whole program before answers of which a text is as long as an answer may be. `make faults` plays all of them.
  @Suite(.timeLimit(.minutes(20))) struct LongAnswerFaultTests {
    private static let cases = LongAnswer.all.enumerated()
      .filter { FaultTests.isWhole || [0, 3].contains($0.offset) }.map(\.element)

    /// Keys are answered while such an answer is read and shown, the program ends when it is asked to, and its memory is
    /// bounded. A run of all tests plays two of them.
    @Test(arguments: cases)
    func aLongAnswerHoldsNothingUp(answer: LongAnswer) async throws {
      try await story {
        let relay = try FaultyRelay()
        let base = "http://\(relay.authority)"
        let settings = FileManager.default.temporaryDirectory.appending(path: "reactui-long-\(UUID().uuidString).yaml")
        let token = settings.appendingPathExtension("token")
        defer { for file in [settings, token] { try? FileManager.default.removeItem(at: file) } }
        try Data(
          """
          rooms:
            - { name: Page, metrics: "\(base)/metrics" }
            - { name: Query, prometheus: "\(base)", query: t }
            - { name: House, home-assistant: "\(base)", token-file: "\(token.path)" }

          """.utf8
        ).write(to: settings)
        #expect(
          FileManager.default.createFile(
            atPath: token.path, contents: Data("t".utf8), attributes: [.posixPermissions: 0o600]))
        try relay.set(.says(answer.bytes))
        let session = try TerminalSession(
          Program.script(
            "--config '\(settings.path)' --stack-exchange-url \(base)/2.3 --wiki-url ws://\(relay.authority)/wiki --live --no-state"
          ), columns: 120, rows: 45)
        try session.wait("the answer", seconds: 90) { $0.contains(answer.shown) }
        // An open question, a look at each pane, and answers that come meanwhile.
        for keys in ["Enter", "R", "BSpace", "Tab", "R", "Tab", "j", "Tab"] {
          try session.press(keys)
          try session.press("D")
          try session.wait("what a key opens", seconds: 20) { $0.contains("Diagnostics") }
          try session.press("D")
          try session.wait("what a key closes", seconds: 20) { !$0.contains("Diagnostics") }
        }
        let memory = try session.program().peakMegabytes
        #expect(memory < FaultCase.memoryLimit, "\(answer.name): \(Int(memory)) MB")
        print("| \(answer.name) | \(Int(memory)) MB |")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }
  }
}
