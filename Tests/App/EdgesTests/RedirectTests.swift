import Clients
import EditsEdge
import Foundation
import Model
import NetTesting
import Questions
import QuestionsEdge
import Rooms
import RoomsEdge
import Station
import StationTesting
import Testing

/// What becomes of answers that send their client on, and of addresses that no connection can be made to.
@Suite(.timeLimit(.minutes(2))) struct RedirectTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  /// A temperature service whose address the station answers with a redirect.
  private func movedTemperatures(status: Int, to location: String?, text: String = "moved") -> ConAirClient {
    let headers = location.map { [(name: "Location", value: $0)] } ?? []
    bench.station.responses.serve(CannedResponse(status: status, headers: headers, text: text), at: "/old")
    let base = URL(string: "/old/", relativeTo: bench.address.conAirURL)?.absoluteURL ?? bench.address.conAirURL
    return ConAirClient(baseURL: base, transport: bench.transport, clock: bench.clock)
  }

  private func asking(_ client: ConAirClient) -> Listening<[Temperature], ServiceError> {
    Listening(client.temperatures(from: TestBench.start.addingTimeInterval(-3600), to: TestBench.start, step: 120))
  }

  private static let day = "/data/?start=2026-11-19T12:00:00Z&stop=2026-11-20T12:00:00Z&step=120000"

  @Test(arguments: [301, 302, 303, 307, 308], ["moved", ""])
  func aRedirectWithinTheServerIsFollowed(status: Int, text: String) async throws {
    var listening = asking(movedTemperatures(status: status, to: Self.day, text: text))
    #expect(try await !listening.value().isEmpty)
    #expect(try await listening.next() == .completed)
    #expect(bench.station.requests.recent.map(\.path) == ["/old", "/data"])
  }

  @Test func aRedirectToAnotherServerIsAnErrorAndNobodyIsAsked() async throws {
    let other = try TestBench()
    let server = "http://127.0.0.1:\(other.address.port)"
    var listening = asking(movedTemperatures(status: 302, to: "\(server)\(Self.day)"))
    let error = try await listening.failure()
    #expect(
      error.sentence.string
        == "127.0.0.1:\(bench.address.port) has moved to another address (HTTP 302): \(server)")
    #expect(other.station.requests.count() == 0)
  }

  /// It says where to, without what may be a secret.
  @Test(
    arguments: [
      ("http://1.2.3.4:99999/", "http://1.2.3.4:99999"), ("http://1.2.3.4:0/", "http://1.2.3.4:0"),
      ("https:/data/", "moved"), ("//elsewhere.example/", "elsewhere.example"), ("ftp://x/", "ftp://x"),
      ("http://", "moved"), ("::", "moved"), (nil, "moved"), ("https://[::1]:8443/a?b#c", "https://[::1]:8443"),
      ("https://me:s3cret@h.example/s3cret?key=s3cret", "https://h.example"),
    ] as [(String?, String)])
  func aRedirectToAnotherServerOrNowhereIsAnError(location: String?, words: String) async throws {
    var listening = asking(movedTemperatures(status: 302, to: location))
    guard case .httpStatus(302, _, let told) = try await listening.failure() else {
      Issue.record("another error")
      return
    }
    #expect(told?.string == words)
    #expect(bench.station.requests.count() == 1)
  }

  @Test func aRedirectInACircleEnds() async throws {
    var listening = asking(movedTemperatures(status: 301, to: "/old"))
    #expect(try await listening.failure() == .httpStatus(301, host: "127.0.0.1:\(bench.address.port)", words: "moved"))
    #expect(bench.station.requests.count() == 6)
  }

  @Test func aStartThatIsDisposedOfIsNotSentOn() async throws {
    bench.station.faults.set(.silence, on: .readings)
    let listening = asking(movedTemperatures(status: 302, to: Self.day))
    _ = try await bench.station.requests.next(.readings)
    listening.dispose()
    _ = try await bench.station.requests.nextAbandoned(.readings)
  }

  @Test func theKeyIsNotSentToAnotherServer() async throws {
    let other = try TestBench()
    let target = "http://127.0.0.1:\(other.address.port)/2.3/questions?site=stackoverflow"
    bench.station.responses.serve(
      CannedResponse(status: 302, headers: [(name: "Location", value: target)], text: ""), at: "/2.3/questions")
    let client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, key: SecretSupply(Secret("s3cret")), transport: bench.transport,
      clock: bench.clock)
    var listening = Listening(client.questions(QuestionQuery()))
    _ = try await listening.failure()
    #expect(bench.station.requests.recent.first?.header("Authorization") == "Bearer s3cret")
    #expect(other.station.requests.count() == 0)
  }

  @Test(arguments: [0, 65_536, 99_999], ["127.0.0.1", "[::1]", "localhost"])
  func aPortThatNoServerCanHaveIsAnError(port: Int, host: String) async throws {
    let url = try #require(URL(string: "http://\(host):\(port)/data/"))
    var listening = asking(ConAirClient(baseURL: url, transport: bench.transport, clock: bench.clock))
    guard case .unreachable(_, reason: "there is no port \(port)") = try await listening.failure() else {
      Issue.record("not about the port")
      return
    }
  }

  @Test(arguments: [0, 65_536, 99_999])
  func noFeedConnectsToAPortThatNoServerCanHave(port: Int) async throws {
    let url = try #require(URL(string: "ws://127.0.0.1:\(port)/wiki"))
    var listening = Listening(WebSocketWikiFeed(url: url, transport: bench.transport, clock: bench.clock).updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .disconnected(.unreachable(_, reason: "there is no port \(port)"), _) = try await listening.value()
    else {
      Issue.record("not about the port")
      return
    }
  }
}
