import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import Station

/// Who may ask the station at all, seen from outside.
@Suite(.timeLimit(.minutes(2))) struct AccessTests {
  /// The status of the answer to a request that is written by hand; `PORT` stands for the station's port.
  private func status(_ request: String, _ running: RunningStation) async throws -> String {
    let raw = try await RawClient(running.address)
    let text = request.replacing("PORT", with: "\(running.address.port)").replacing("\n", with: "\r\n")
    try await raw.send(text + "\r\n")
    return String(try await raw.text(through: "\r\n").dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  @Test(arguments: [
    ("Host: 127.0.0.1:PORT\n", "200"), ("Host: localhost:PORT\n", "200"), ("Host: [::1]:PORT\n", "200"),
    ("Host: LocalHost:PORT\n", "200"), ("Host: [0:0::0:1]:PORT\n", "200"), ("Host:127.0.0.1:PORT  \n", "200"),
    ("Host: evil.example\n", "403"), ("Host: evil.example:PORT\n", "403"), ("Host: 127.0.0.1\n", "403"),
    ("Host: localhost\n", "403"), ("Host: localhost:\n", "403"), ("Host: localhost:1\n", "403"),
    ("Host: localhost.:PORT\n", "403"), ("Host: localhost.evil.example:PORT\n", "403"),
    ("Host: 127.0.0.1.evil.example:PORT\n", "403"), ("Host: 192.168.1.5:PORT\n", "403"),
    ("Host: 0.0.0.0:PORT\n", "403"), ("Host: 127.1:PORT\n", "403"), ("Host: 2130706433:PORT\n", "403"),
    ("Host: [::]:PORT\n", "403"),
    ("", "400"), ("Host:\n", "400"), ("Host: localhost:PORT\nHost: localhost:PORT\n", "400"),
    ("Host: localhost:PORT\nHost: evil.example\n", "400"), ("Host: localhost:PORT, evil.example\n", "400"),
    ("Host: user@localhost:PORT\n", "400"), ("Host: evil.example@localhost:PORT\n", "400"),
    ("Host: localhost:PORT@evil.example\n", "400"), ("Host: http://localhost:PORT\n", "400"),
    ("Host: localhost:PORT/\n", "400"), ("Host: localhost:+PORT\n", "400"), ("Host: localhost:99999\n", "400"),
    ("Host: ::1:PORT\n", "400"), ("Host: [::1\n", "400"), ("Host: [::1]PORT\n", "400"),
    ("Host: [localhost]:PORT\n", "400"), ("Host: [127.0.0.1]:PORT\n", "400"), ("Host: [fe80::1%25lo]:PORT\n", "400"),
    ("Host: löcalhost:PORT\n", "400"),
  ])
  func onlyItsOwnNamesAreAnsweredTo(hosts: String, expected: String) async throws {
    try await RunningStation.run { running in
      for version in ["1.1", "1.0"] {
        let answered = try await status("GET /data HTTP/\(version)\n\(hosts)", running)
        #expect(answered == expected)
      }
      #expect(running.station.requests.count() == (expected == "200" ? 2 : 0))
    }
  }

  @Test(arguments: [
    ("http://localhost:PORT/data", "200"), ("HTTP://LOCALHOST:PORT/data", "200"), ("http://evil.example/data", "403"),
    ("http://localhost/data", "403"), ("https://evil.example:PORT?x", "403"),
    ("http://user@localhost:PORT/data", "400"),
    ("http:///data", "400"), ("http://", "400"), ("//evil.example/data", "404"), ("/http://evil.example/", "404"),
    ("*", "400"),
  ])
  func aHostInTheTargetCountsAsWell(target: String, expected: String) async throws {
    try await RunningStation.run { running in
      let answered = try await status("GET \(target) HTTP/1.1\nHost: localhost:PORT\n", running)
      #expect(answered == expected)
      // A right target does not make up for a wrong host.
      #expect(try await status("GET \(target) HTTP/1.1\nHost: evil.example\n", running) == "403")
    }
  }

  private static let origins = [
    ("", true), ("Origin: http://localhost:PORT\n", true), ("Origin: https://localhost:PORT\n", true),
    ("Origin: HTTP://LOCALHOST:PORT\n", true),
    ("Origin: null\n", false), ("Origin:\n", false), ("Origin: http://evil.example\n", false),
    ("Origin: http://localhost\n", false), ("Origin: http://localhost:1\n", false),
    ("Origin: http://127.0.0.1:PORT\n", false), ("Origin: localhost:PORT\n", false),
    ("Origin: file://localhost:PORT\n", false), ("Origin: http://localhost:PORT.evil.example\n", false),
    ("Origin: http://localhost:PORT/\n", false), ("Origin: http://localhost:PORT http://evil.example\n", false),
    ("Origin: http://localhost:PORT\nOrigin: http://evil.example\n", false),
  ]

  @Test(arguments: origins)
  func aPageOfAnotherOriginIsRefusedWhateverItAsks(origin: String, isOwn: Bool) async throws {
    try await RunningStation.run { running in
      let head = "Host: localhost:PORT\nUser-Agent: x\n\(origin)"
      let upgrade = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
      let body = #"{"temperature": 20}"#
      for (request, success) in [
        ("GET /data HTTP/1.1\n\(head)", "200"), ("GET /v2/stream/recentchange HTTP/1.1\n\(head)", "200"),
        ("GET /nowhere HTTP/1.1\n\(head)", "404"), ("OPTIONS /data HTTP/1.1\n\(head)", "405"),
        ("GET /wiki HTTP/1.1\n\(head)\(upgrade)Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n", "101"),
        ("POST /data HTTP/1.1\n\(head)Content-Length: \(body.utf8.count)\n\r\n\(body)", "201"),
      ] {
        let answered = try await status(request, running)
        #expect(answered == (isOwn ? success : "403"), "\(request)")
      }
      #expect(running.station.requests.count() == (isOwn ? 6 : 0))
      #expect(running.station.wikipedia.listenerCount(.webSocket) == (isOwn ? 1 : 0))
    }
  }

  @Test(arguments: [
    ("", "200"), ("Sec-Fetch-Site: none\n", "200"), ("Sec-Fetch-Site: same-origin\nSec-Fetch-Dest: image\n", "200"),
    ("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document\n", "200"),
    ("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: image\n", "403"),
    ("Sec-Fetch-Site: same-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: script\n", "403"),
    ("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: iframe\n", "403"),
    ("Sec-Fetch-Site: cross-site\n", "403"), ("Sec-Fetch-Site: none\nSec-Fetch-Site: cross-site\n", "403"),
  ])
  func aPageMayLinkHereAndEmbedNothing(headers: String, expected: String) async throws {
    try await RunningStation.run { running in
      let answered = try await status("GET /data HTTP/1.1\nHost: x\n\(headers)", running)
      #expect(answered == expected)
      let posted = try await status("POST /data HTTP/1.1\nHost: x\nContent-Length: 0\n\(headers)", running)
      // To post is no following of a link.
      #expect((posted == "403") == ["cross-site", "same-site"].contains { headers.contains($0) })
    }
  }

  @Test func aRefusalIsOneSentenceAndEndsTheConnectionBeforeTheBody() async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      try await raw.send(
        "POST /data HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 19\r\n\r\n")
      let head = try await raw.text(through: "\r\n\r\n").lowercased()
      #expect(head.hasPrefix("http/1.1 403 "))
      #expect(head.contains("connection: close") && head.contains("date: ") && !head.contains("access-control"))
      let sentence = try await raw.text(through: "\n")
      #expect(sentence.contains("--name"))
      #expect(!sentence.contains("evil"), "what a stranger says is not repeated")
      try await raw.send(#"{"temperature": 20}"# + "GET /data HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await raw.rest() == "")
      #expect(running.station.requests.count() == 0)
    }
  }

  @Test func aRefusedClientThatNeverEndsItsRequestIsHungUpOn() async throws {
    try await RunningStation.run {
      $0.requestTimeout = .milliseconds(10)
    } _: { running in
      let raw = try await RawClient(running.address)
      try? await raw.send("POST /data HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 19\r\n\r\n")
      _ = try await raw.rest()
    }
  }

  @Test func aTargetThatIsTooLongIs414() async throws {
    try await RunningStation.run { running in
      let query = "/2.3/search/advanced?site=stackoverflow&q="
      let longest = query + String(repeating: "x", count: 8_000 - query.utf8.count)
      let longestStatus = try await status("GET \(longest) HTTP/1.1\nHost: x\n", running)
      #expect(longestStatus == "200")
      #expect(try await status("GET \(longest)x HTTP/1.1\nHost: x\n", running) == "414")
    }
  }

  @Test(arguments: [
    ("", "401", false), ("Authorization: Bearer s3cret\n", "200", false),
    ("Authorization: bearer  s3cret \n", "200", false),
    ("Authorization: Bearer s3cre\n", "401", true), ("Authorization: Bearer s3crets\n", "401", true),
    ("Authorization: Bearer S3cret\n", "401", true), ("Authorization: Bearer\n", "401", true),
    ("Authorization: s3cret\n", "401", true), ("Authorization: Basic s3cret\n", "401", true),
    ("Authorization: Bearer s3cret\nAuthorization: Bearer wrong\n", "401", true),
  ])
  func aStationWithATokenAsksEveryoneForIt(header: String, expected: String, isInvalid: Bool) async throws {
    try await RunningStation.run {
      $0.token = AccessToken("s3cret")
    } _: { running in
      for path in ["/data", "/", "/2.3/questions?site=stackoverflow"] {
        #expect(try await status("GET \(path) HTTP/1.1\nHost: x\n\(header)", running) == expected)
      }
      let socket = try await WebSocketClient(running.address, headers: header.replacing("\n", with: "\r\n"))
      #expect(socket.head.hasPrefix(expected == "200" ? "HTTP/1.1 101 " : "HTTP/1.1 401 "))
      if expected == "401" {
        let challenge = try #require(socket.head.split(separator: "\r\n").first { $0.hasPrefix("WWW-Authenticate: ") })
        #expect(challenge.hasPrefix(#"WWW-Authenticate: Bearer realm="reactui station""#))
        #expect(challenge.hasSuffix(#"error="invalid_token""#) == isInvalid)
      }
    }
  }
}

@Suite struct StationNamesTests {
  /// A station on all addresses of a machine on a home network.
  private func refusal(of host: String, reachedAt address: String, names: [String] = []) throws -> AccessPolicy.Refusal?
  {
    var configuration = Station.Configuration()
    configuration.host = "0.0.0.0"
    configuration.names = try names.map { try #require(Authority($0)) }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/data", headers: ["Host": host])
    return AccessPolicy(configuration: configuration)
      .refusal(of: head, reachedAt: try SocketAddress(ipAddress: address, port: 8642))
  }

  @Test(arguments: [
    ("192.168.1.5", "192.168.1.5:8642", true), ("192.168.1.5", "192.168.1.6:8642", false),
    ("192.168.1.5", "192.168.1.5", false), ("192.168.1.5", "localhost:8642", false),
    ("192.168.1.5", "127.0.0.1:8642", false), ("192.168.1.5", "0.0.0.0:8642", false),
    ("127.0.0.1", "localhost:8642", true), ("127.0.0.2", "127.0.0.2:8642", true),
    ("::ffff:192.168.1.5", "192.168.1.5:8642", true), ("::ffff:127.0.0.1", "localhost:8642", true),
    ("2001:db8::5", "[2001:DB8:0:0::5]:8642", true), ("2001:db8::5", "[2001:db8::6]:8642", false),
  ])
  func theAddressAtWhichAConnectionArrivedIsAName(address: String, host: String, isOwn: Bool) throws {
    #expect((try refusal(of: host, reachedAt: address) == nil) == isOwn)
  }

  @Test func furtherNamesAreThoseThatWereGivenWithTheirPorts() throws {
    let names = ["Pi.local", "station.example:443", "tunnel:9000"]
    for (host, isOwn) in [
      ("pi.local:8642", true), ("PI.LOCAL:8642", true), ("pi.local", false), ("pi:8642", false),
      ("station.example", true), ("station.example:443", true), ("station.example:8642", false),
      ("tunnel:9000", true), ("tunnel:8642", false),
    ] {
      #expect((try refusal(of: host, reachedAt: "192.168.1.5", names: names) == nil) == isOwn, "\(host)")
    }
  }

  /// Whatever is in the header, nothing but these spellings gets through.
  @Test func noSpellingThatSomebodyThinksOfSlipsThrough() throws {
    let own: Set<String> = [
      "127.0.0.1:8642", "localhost:8642", "[::1]:8642", "[0::1]:8642", "[::0:1]:8642", "[::ffff:127.0.0.1]:8642",
    ]
    let parts = [
      "127.0.0.1", "localhost", "LOCALHOST", "[::1]", "[0::1]", "[::0:1]", "[::ffff:127.0.0.1]", "[", "]", ":", ":8642",
      "8642", ":80", ".", "@", "/", "\\", "#", "?", ",", "%", "%00", "\0", "\t", " ", "é", "evil.example", "0", "-",
      "_",
    ]
    var generator = SeededGenerator(seed: 9)
    var accepted: Set<String> = []
    for _ in 0..<100_000 {
      let count = Int.random(in: 1...5, using: &generator)
      let host = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      if try refusal(of: host, reachedAt: "127.0.0.1") == nil { accepted.insert(host.lowercased()) }
    }
    // Blanks around it and zeros in front of the port change nothing.
    let plain = accepted.map { $0.trimmingCharacters(in: .whitespaces).replacing(/:0+8642$/, with: ":8642") }
    #expect(Set(plain) == own)
  }
}

@Suite struct AccessTokenTests {
  @Test func aTokenIsWhatAHeaderCanCarry() {
    for text in ["s", "aZ09-._~+/==", String(repeating: "x", count: 1_000)] { #expect(AccessToken(text) != nil) }
    for text in ["", "=", "a b", "a\n", "a=b", "ü", "a,b", "\"a\""] { #expect(AccessToken(text) == nil) }
  }

  @Test func onlyTheWholeTokenMatches() throws {
    let token = try #require(AccessToken("abcabc"))
    #expect(token.matches("abcabc".utf8))
    for wrong in ["", "abc", "abcab", "abcabd", "Abcabc", "abcabcabc", "abcabcabcabc"] {
      #expect(!token.matches(wrong.utf8))
    }
  }

  @Test func aTokenIsNeverPrinted() throws {
    var configuration = Station.Configuration()
    configuration.token = AccessToken("s3cret")
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("s3cret") && !text.contains("115, 51"))
    }
  }
}

@Suite struct StationReachTests {
  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1"])
  func whatOtherMachinesCanReachDoesNotStartWithoutAToken(host: String) throws {
    var configuration = Station.Configuration()
    configuration.host = host
    let folder = FileManager.default.temporaryDirectory.appending(path: "station-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    configuration.database = folder.appending(path: "readings.sqlite").path
    #expect(throws: StationError.tokenMissing(host: host)) { try Station(configuration: configuration).start() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "nothing was made")
  }

  @Test(arguments: ["127.0.0.1", "localhost", "127.0.0.2"])
  func whatThisMachineAloneCanReachNeedsNone(host: String) throws {
    var configuration = Station.Configuration()
    configuration.host = host
    let station = Station(configuration: configuration)
    _ = try station.start()
    station.stop()
  }

  @Test func withATokenItListensEverywhere() async throws {
    try await RunningStation.run {
      $0.host = "0.0.0.0"
      $0.token = AccessToken("s3cret")
    } _: { running in
      let base = running.address.conAirURL.path
      #expect(running.address.authority == "localhost:\(running.address.port)")
      #expect(try await running.get(base).status == 403, "0.0.0.0 is no name")
      let raw = try await RawClient(StationAddress(host: "127.0.0.1", port: running.address.port))
      try await raw.send(
        "GET /data HTTP/1.1\r\nHost: \(running.address.authority)\r\nAuthorization: Bearer s3cret\r\n\r\n")
      #expect(try await raw.text(through: "\r\n").hasPrefix("HTTP/1.1 200 "))
    }
  }
}
