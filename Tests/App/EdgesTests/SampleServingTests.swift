import Clients
import Foundation
import Model
import NetTesting
import Questions
import Station
import StationTesting
import Testing

/// The samples served over loopback with their own status and headers, and read by the real clients.
@Suite(.timeLimit(.minutes(2))) struct SampleServingTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func serve(_ entry: SampleFiles.Entry, at path: String) throws {
    let http = try #require(entry.http)
    let headers = http.headers.map { (name: $0.key, value: $0.value) }
    let body = try SampleFiles.bytes(entry.file)
    bench.station.responses.serve(CannedResponse(status: http.status, headers: headers, body: body), at: path)
  }

  @Test(arguments: try SampleFiles.entries(of: "stackexchange").filter { !$0.file.contains("answer") })
  func questions(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "/2.3/questions")
    let expect = try #require(entry.expect)
    var listening = Listening(bench.questions.questions(QuestionQuery()))
    if expect.error == nil, !entry.isWithoutItems {
      let page = try await listening.value()
      if let count = expect.count { #expect(page.questions.count == count) }
    } else {
      _ = try await listening.failure()
    }
  }

  @Test(arguments: try SampleFiles.entries(of: "conair").filter { $0.expect?.points != nil })
  func temperatures(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "/data/")
    var listening = Listening(
      bench.temperatures.temperatures(from: .distantPast, to: TestBench.start, step: 120))
    #expect(try await listening.value().count == entry.expect?.points)
  }

  @Test(arguments: try SampleFiles.entries(of: "eventstreams").filter { $0.http?.status == 200 })
  func events(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "/v2/stream/recentchange")
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    #expect(try await listening.value() == .connected(source: .english))
    // The body ends, and with it the connection; what came before it came in order.
    var count = 0
    while true {
      switch try await listening.value() {
      case .event(_, isReplay: false): count += 1
      case .disconnected(.connectionLost, _):
        if let delivered = entry.expect?.delivered { #expect(count == delivered) }
        return
      case let update: Issue.record("\(update)")
      }
    }
  }

  @Test func aForbiddenUserAgentIsToldWhyAndNotTriedAgain() async throws {
    let entries = try SampleFiles.entries(of: "eventstreams")
    try serve(try #require(entries.first { $0.http?.status == 403 }), at: "/v2/stream/recentchange")
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .disconnected(.refused(let name, let message), nil) = try await listening.value() else {
      Issue.record("no refusal")
      return
    }
    #expect(
      name == "HTTP status 403" && message.string.hasSuffix("put a line into the settings, contact: you@example.org"))
  }
}
