import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import StationTesting
import Synchronization
import Testing

@testable import Station

/// A clock that stands still until a test moves it. 20 November 2026, 12:00 UTC.
final class HandClock: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_795_176_000))

  var now: Date { date.withLock { $0 } }

  func advance(by seconds: TimeInterval) {
    date.withLock { $0 += seconds }
  }
}

/// A station that runs for the length of one test, and a client to ask it with.
struct RunningStation: Sendable {
  /// A test's own limit is two minutes; beside eight busy processes an answer may take a half of that.
  private static let patience = TimeAmount.seconds(100)

  let station: ControlledStation
  let address: StationAddress
  let clock: HandClock
  let client: HTTPClient

  /// Starts a station without invention of events, on a clock that stands still.
  static func run(
    _ configure: (inout Station.Configuration) -> Void = { _ in }, _ body: (RunningStation) async throws -> Void
  ) async throws {
    let clock = HandClock()
    var configuration = Station.Configuration()
    configuration.pace = .manual
    configuration.timeZone = .gmt
    // What requests that are written by hand call it.
    configuration.names = [try #require(Authority("x:80"))]
    configuration.now = { clock.now }
    // A client waits for its turn where all tests run at once. `PatienceTests` have the station's time limits.
    configuration.requestTimeout = .seconds(3600)
    configuration.idleTimeout = .seconds(3600)
    configure(&configuration)
    let station = ControlledStation(configuration: configuration)
    let address = try station.start()
    var options = HTTPClient.Configuration()
    options.decompression = .enabled(limit: .size(16 << 20))
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: options)
    do {
      try await body(RunningStation(station: station, address: address, clock: clock, client: client))
    } catch {
      try await client.shutdown()
      station.stop()
      throw error
    }
    try await client.shutdown()
    station.stop()
  }

  var base: String { "http://\(address.host):\(address.port)" }

  struct Reply {
    let status: Int
    let headers: HTTPHeaders
    let body: String

    /// The body as JSON: a dictionary or an array of dictionaries.
    var object: [String: Any] { get throws { try #require(try json as? [String: Any]) } }
    var array: [[String: Any]] { get throws { try #require(try json as? [[String: Any]]) } }
    private var json: Any { get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) } }

    /// A Stack Exchange answer's items.
    var items: [[String: Any]] { get throws { try #require(try object["items"] as? [[String: Any]]) } }
    var ids: [Int] { get throws { try items.compactMap { $0["question_id"] as? Int } } }
  }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> Reply {
    try await send(.GET, path, headers: headers)
  }

  func post(_ path: String, _ body: String) async throws -> Reply {
    try await send(.POST, path, body: body)
  }

  func send(
    _ method: HTTPMethod, _ path: String, headers: [String: String] = [:], body: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: Self.patience)
    let bytes = try await response.body.collect(upTo: 64 << 20)
    return Reply(status: Int(response.status.code), headers: response.headers, body: String(buffer: bytes))
  }

  /// The time of the station's clock.
  var time: Timestamp { Timestamp(clock.now) }

  /// Opens event streams.
  func events(of names: String = "recentchange", headers: [String: String] = [:]) async throws -> EventReader {
    var request = HTTPClientRequest(
      url: address.eventStreamsURL.deletingLastPathComponent().absoluteString + names)
    request.headers.add(name: "User-Agent", value: "StationTests")
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    return EventReader(try await client.execute(request, timeout: Self.patience))
  }
}

/// Reads Server-Sent Events as far as the station writes them: one `data` line, LF line ends.
final class EventReader {
  struct Event {
    let id: String
    let data: [String: Any]
    var title: String? { data["title"] as? String }
    var isCanary: Bool { (data["meta"] as? [String: Any])?["domain"] as? String == "canary" }
  }

  let response: HTTPClientResponse
  private var chunks: HTTPClientResponse.Body.AsyncIterator
  private var buffer = ByteBuffer()
  private(set) var prologue: String?

  init(_ response: HTTPClientResponse) {
    self.response = response
    chunks = response.body.makeAsyncIterator()
  }

  /// The next event; `nil` at the end of the stream.
  func next() async throws -> Event? {
    while let block = try await nextBlock() {
      if block.hasPrefix(":") {
        prologue = block
        continue
      }
      var fields: [String: String] = [:]
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
      }
      #expect(fields["event"] == "message")
      let data = try JSONSerialization.jsonObject(with: Data(try #require(fields["data"]).utf8))
      return Event(id: try #require(fields["id"]), data: try #require(data as? [String: Any]))
    }
    return nil
  }

  private func nextBlock() async throws -> String? {
    /// Bytes that were searched already.
    var searched = 0
    while true {
      let bytes = buffer.readableBytesView
      let unsearched = bytes.dropFirst(max(0, searched - 1))
      if let end = unsearched.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 }) {
        let block = buffer.readString(length: end - bytes.startIndex)
        buffer.moveReaderIndex(forwardBy: 2)
        return block
      }
      searched = bytes.count
      guard var chunk = try await chunks.next() else { return nil }
      buffer.writeBuffer(&chunk)
    }
  }
}
