import Foundation
import Model
import NetTesting
import Rooms
import Signals
import Station
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge
@testable import RoomsEdge

/// The way through a proxy: client ─ CONNECT ─▶ proxy ─▶ TLS ─▶ station. The address names the station, which speaks no TLS:
/// only through the proxy is there an answer.
@Suite(.timeLimit(.minutes(2))) struct ProxyTests {
  private let bench: TestBench
  private let tls: Relay

  init() throws {
    bench = try TestBench()
    tls = try Relay(.tls, to: bench.address.port)
  }

  private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

  private func transport(
    _ proxy: String, trusting certificate: String = Relay.certificate, except exceptions: String = ""
  ) -> Transport {
    let environment = ["HTTPS_PROXY": proxy, "SSL_CERT_FILE": certificate, "NO_PROXY": exceptions]
    return Transport(
      version: "1", projectURL: "https://example.org/", network: NetworkSettings(environment: environment))
  }

  private func address(_ scheme: String, _ path: String) throws -> URL {
    try #require(URL(string: "\(scheme)://localhost:\(bench.address.port)\(path)"))
  }

  private func temperatures(_ transport: Transport) throws -> Listening<[Temperature], ServiceError> {
    let client = ConAirClient(baseURL: try address("https", "/data/"), transport: transport, clock: bench.clock)
    return Listening(
      client.temperatures(from: TestBench.start.addingTimeInterval(-3600), to: TestBench.start, step: 120))
  }

  private func edits(_ transport: Transport) throws -> Listening<WikiFeedUpdate, Never> {
    let feed = WebSocketWikiFeed(url: try address("wss", "/wiki"), transport: transport, clock: bench.clock)
    return Listening(feed.updates())
  }

  /// Waits for the feed's first connection to fail, and gives its error.
  private func failure(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> ServiceError? {
    #expect(try await listening.value() == .connecting(.live))
    guard case .disconnected(let error, _) = try await listening.value() else { return nil }
    return error
  }

  @Test func aRequestGoesThroughTheProxy() async throws {
    let proxy = try Relay(.proxy(saying: Self.established), to: tls.port)
    var listening = try temperatures(transport("http://me:p%40ss@127.0.0.1:\(proxy.port)"))
    #expect(try await !listening.value().isEmpty)
    let head = try #require(proxy.heads.first)
    #expect(head.hasPrefix("CONNECT localhost:\(bench.address.port) HTTP/1.1\r\n"))
    #expect(head.lowercased().contains("\r\nproxy-authorization: basic bwu6cebzcw==\r\n"))
    #expect(bench.station.requests.recent.first?.header("Proxy-Authorization") == nil)
  }

  @Test func aWebSocketGoesThroughTheProxy() async throws {
    let proxy = try Relay(.proxy(saying: Self.established), to: tls.port)
    var listening = try edits(transport("http://me:p%40ss@127.0.0.1:\(proxy.port)"))
    #expect(try await listening.value() == .connecting(.live))
    try #require(try await listening.value() == .connected(source: .english))
    try await bench.station.wikipedia.listeners(.webSocket, count: 1)
    bench.station.wikipedia.emit(.edit("through"))
    guard case .event(let event, _) = try await listening.value() else {
      Issue.record("no event")
      return
    }
    #expect(event.title == "through")
    let head = try #require(proxy.heads.first)
    #expect(head.hasPrefix("CONNECT localhost:\(bench.address.port) HTTP/1.1\r\n"))
    #expect(head.contains("\r\nProxy-Authorization: Basic bWU6cEBzcw==\r\n"))
    #expect(bench.station.requests.recent.first?.header("Proxy-Authorization") == nil)
  }

  @Test(arguments: [
    ("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", "the proxy wants a name and a password (HTTPS_PROXY)"),
    ("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "the proxy does not make the connection"),
  ])
  func aProxyThatRefusesIsASentence(answer: String, reason: String) async throws {
    let proxy = try Relay(.proxy(saying: answer), to: tls.port)
    let transport = transport("127.0.0.1:\(proxy.port)")
    let host = "localhost:\(bench.address.port)"
    var request = try temperatures(transport)
    #expect(try await request.failure().sentence.string == "No connection to \(host): \(reason)")
    var feed = try edits(transport)
    #expect(try await failure(&feed)?.sentence.string == "No connection to \(host): \(reason)")
    #expect(bench.station.requests.count() == 0)
  }

  @Test func aProxyThatIsNotThereIsNamed() async throws {
    let transport = transport("127.0.0.1:\(ClosedPort.number)")
    let sentence =
      "No connection to localhost:\(bench.address.port) (proxy 127.0.0.1:\(ClosedPort.number)): connection refused"
    var request = try temperatures(transport)
    #expect(try await request.failure().sentence.string == sentence)
    var feed = try edits(transport)
    #expect(try await failure(&feed)?.sentence.string == sentence)
  }

  @Test func aProxyThatIsNoneIsASentenceOfEachRequestThatNeedsIt() async throws {
    let transport = transport("socks5://127.0.0.1:\(ClosedPort.number)")
    let url = try #require(URL(string: "https://h.example/data/"))
    let client = ConAirClient(baseURL: url, transport: transport, clock: bench.clock)
    var request = Listening(client.temperatures(from: TestBench.start, to: TestBench.start, step: 120))
    let sentence = "HTTPS_PROXY is no address of a proxy: write http://HOST:PORT (SOCKS is not supported)"
    #expect(try await request.failure().sentence.string == sentence)
    let stream = try #require(URL(string: "wss://h.example/wiki"))
    var feed = Listening(WebSocketWikiFeed(url: stream, transport: transport, clock: bench.clock).updates())
    #expect(try await failure(&feed)?.sentence.string == sentence)
    // This machine is reached without it.
    var own = try temperatures(transport)
    #expect(try await own.failure().sentence.string.contains("no TLS there"))
  }

  @Test func anExceptionIsReachedWithoutTheProxy() async throws {
    let proxy = try Relay(.proxy(saying: Self.established), to: tls.port)
    let transport = transport("127.0.0.1:\(proxy.port)", except: "localhost")
    var request = try temperatures(transport)
    #expect(try await request.failure().sentence.string.contains("no TLS there"))
    var feed = try edits(transport)
    #expect(try await failure(&feed)?.sentence.string.contains("no TLS there") == true)
    #expect(proxy.heads == [])
  }

  /// Without the file nobody vouches for the certificate; with another one neither.
  @Test func onlyTheCertificatesOfTheFileAreTrusted() async throws {
    let proxy = try Relay(.proxy(saying: Self.established), to: tls.port)
    let transport = transport("127.0.0.1:\(proxy.port)", trusting: "")
    var request = try temperatures(transport)
    #expect(try await request.failure().sentence.string.contains("its certificate is not trusted"))
    var feed = try edits(transport)
    #expect(try await failure(&feed)?.sentence.string.contains("its certificate is not trusted") == true)
  }
}
