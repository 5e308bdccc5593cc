import Foundation
import NIOHTTP1
import NIOPosix
import StationTesting
import Synchronization
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct HTTPTests {
  @Test func anUnknownPathIs404() async throws {
    try await RunningStation.run { running in
      for (path, status) in [("/nowhere", 404), ("/2.2/questions", 404), ("/data/x", 404), ("/", 200)] {
        let reply = try await running.get(path)
        #expect(reply.status == status)
      }
    }
  }

  @Test(arguments: [
    (HTTPMethod.POST, "/2.3/questions?site=stackoverflow", "GET, HEAD"), (.DELETE, "/data", "GET, HEAD, POST"),
    (.PUT, "/v2/stream/recentchange", "GET, HEAD"),
  ])
  func aMethodThatIsNotForAPathIs405AndSaysWhichAre(method: HTTPMethod, path: String, allowed: String) async throws {
    try await RunningStation.run { running in
      let reply = try await running.send(method, path)
      #expect(reply.status == 405)
      #expect(reply.headers["Allow"] == [allowed])
    }
  }

  @Test(arguments: ["/2.3/questions?site=stackoverflow", "/data/", "/v2/stream/recentchange", "/nowhere"])
  func headHasNoBodyAndLeavesTheConnectionInOrder(path: String) async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      try await raw.send("HEAD \(path) HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n")
      _ = try await raw.text(through: "\r\n\r\n")
      try await raw.send("GET /data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let next = try await raw.rest()
      #expect(next.hasPrefix("HTTP/1.1 200 OK"))
      #expect(next.hasSuffix("[]"))
    }
  }

  @Test func requestsInOneGoAreAnsweredInTheirOrder() async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      let slow = "GET /2.3/questions?site=stackoverflow HTTP/1.1\r\nHost: x\r\n\r\n"
      let fast = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      try await raw.send(slow + fast)
      #expect(try await raw.text(through: "\r\n").hasPrefix("HTTP/1.1 200"))
      #expect(String(decoding: try await raw.restOfBytes(), as: UTF8.self).contains("HTTP/1.1 404"))
    }
  }

  /// Requests in one go, from a client that does not read: what it has been answered fits into the kernel's buffers.
  @Test func whoDoesNotReadIsNotAnsweredWithoutEndAndGetsAllOnceItReads() async throws {
    try await RunningStation.run { running in
      let answer = CannedResponse(body: [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16))
      running.station.responses.serve(answer, at: "/much")
      let deaf = try await RawClient(running.address, receiveBuffer: 4_096)
      try await deaf.setReading(false)
      let request = "GET /much HTTP/1.1\r\nHost: x\r\n\r\n"
      try await deaf.send(
        String(repeating: request, count: 500) + request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
      // Each takes at least as many turns of the station's loop as an answer.
      for _ in 0..<500 { #expect(try await running.get("/nowhere").status == 404) }
      #expect(running.station.requests.count() < 600)

      try await deaf.setReading(true)
      #expect(try await deaf.restOfBytes().count > 501 << 16)
    }
  }

  @Test(arguments: [
    "GARBAGE\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET %zz HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /data?start=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "POST /data HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
  ])
  func whatIsNoHTTPIsABadRequest(text: String) async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      try await raw.send(text)
      #expect(try await raw.text(through: "\r\n").hasPrefix("HTTP/1.1 400 "))
      #expect(try await running.get("/").status == 200)
    }
  }

  @Test func aBodyThatIsTooLongIsRefusedAnnouncedOrNot() async throws {
    try await RunningStation.run {
      $0.maximumBodySize = 1_000
    } _: { running in
      let announced = try await RawClient(running.address)
      try await announced.send("POST /data HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
      #expect(try await announced.text(through: "\r\n").hasPrefix("HTTP/1.1 413 "))

      let chunked = try await RawClient(running.address)
      let chunk = "258\r\n" + String(repeating: "x", count: 600) + "\r\n"
      try await chunked.send(
        "POST /data HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n")
      #expect(try await chunked.rest().hasPrefix("HTTP/1.1 413 "))
      #expect(running.station.requests.count() == 0)
    }
  }

  /// What nothing else limits; each request is still open at the end.
  @Test(arguments: [
    "1;" + String(repeating: "x", count: 1 << 19), String(repeating: "1\r\n \r\n", count: 1 << 17),
  ])
  func aRequestOfHardlyAnyContentIsDisconnected(chunks: String) async throws {
    try await RunningStation.run {
      $0.maximumBodySize = 100_000
    } _: { running in
      let client = try await RawClient(running.address)
      // The station may be faster than this.
      try? await client.send("POST /data HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
      #expect(try await client.rest() == "")
    }
  }

  @Test func aClientThatAsksFirstIsToldToSendItsBody() async throws {
    try await RunningStation.run {
      $0.maximumBodySize = 1_000
    } _: { running in
      let polite = try await RawClient(running.address)
      let head = "POST /data HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: "
      try await polite.send(head + "20\r\n\r\n")
      #expect(try await polite.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      try await polite.send(#"{"temperature": 20} "#)
      #expect(try await polite.rest().hasPrefix("HTTP/1.1 201 "))

      let greedy = try await RawClient(running.address)
      try await greedy.send(head + "1001\r\n\r\n")
      #expect(try await greedy.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func aConnectionThatNeverSendsARequestIsClosed() async throws {
    try await RunningStation.run {
      $0.requestTimeout = .milliseconds(10)
    } _: { running in
      let silent = try await RawClient(running.address)
      #expect(try await silent.rest() == "")
      let halting = try await RawClient(running.address)
      // The station may be faster than this.
      try? await halting.send("POST /data HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n123")
      #expect(try await halting.rest() == "")
    }
  }

  @Test func connectionsBeyondTheLimitAreClosedAndMakeRoomWhenOthersGo() async throws {
    try await RunningStation.run {
      $0.maximumConnections = 1
    } _: { running in
      let first = try await RawClient(running.address)
      try await first.send("GET /data HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await first.text(through: "[]")
      let second = try await RawClient(running.address)
      #expect(try await second.rest() == "")
      try await first.send("GET /data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try await first.rest().hasSuffix("[]"))
    }
  }

  @Test func aHundredClientsAreAnsweredAtOnce() async throws {
    try await RunningStation.run { running in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<100 {
          group.addTask {
            try await running.get("/2.3/questions?site=stackoverflow&pagesize=5&page=\(1 + number % 5)").items.count
          }
        }
        for try await count in group { #expect(count == 5) }
      }
      #expect(running.station.requests.count(.questions) == 100)
    }
  }

  @Test(arguments: [
    ("/data/", RequestTarget.init, "/data", [:]),
    ("/a%20b?x=1&y=a+b%2Bc&x=2&flag", RequestTarget.init, "/a b", ["x": "2", "y": "a b+c", "flag": ""]),
    ("http://host:80/data?x=?", RequestTarget.init, "/data", ["x": "?"]),
    ("http://host", RequestTarget.init, "/", [:]),
  ])
  func aTargetIsDecoded(
    uri: String, parse: @Sendable (String) -> RequestTarget?, path: String, query: [String: String]
  ) throws {
    let target = try #require(parse(uri))
    #expect(target.path == path)
    #expect(target.query == query)
  }
}

@Suite(.timeLimit(.minutes(2))) struct StationLifeTests {
  @Test func aPortInUseIsNamed() throws {
    let first = Station()
    let address = try first.start()
    defer { first.stop() }
    var configuration = Station.Configuration()
    configuration.port = address.port
    #expect(throws: StationError.portInUse(host: "127.0.0.1", port: address.port)) {
      try Station(configuration: configuration).start()
    }
  }

  @Test func anAddressOfAnotherMachineCannotBeListenedOn() {
    var configuration = Station.Configuration()
    configuration.host = "192.0.2.1"
    configuration.token = AccessToken("secret")
    let error = #expect(throws: StationError.self) { try Station(configuration: configuration).start() }
    guard case .addressUnusable(host: "192.0.2.1", _) = error else {
      Issue.record("not about the address: \(String(describing: error))")
      return
    }
  }

  @Test func theURLsAreWhereTheStationIs() throws {
    let address = StationAddress(host: "127.0.0.1", port: 8642)
    #expect(address.stackExchangeURL.absoluteString == "http://127.0.0.1:8642/2.3")
    #expect(address.wikiURL.absoluteString == "ws://127.0.0.1:8642/wiki")
    #expect(address.eventStreamsURL.absoluteString == "http://127.0.0.1:8642/v2/stream/recentchange")
    #expect(address.conAirURL.absoluteString == "http://127.0.0.1:8642/data/")
    #expect(StationAddress(host: "::1", port: 1).conAirURL.absoluteString == "http://[::1]:1/data/")
    #expect(StationAddress(host: "0.0.0.0", port: 1).conAirURL.absoluteString == "http://localhost:1/data/")
  }

  @Test func aStationMayBeLetGoOfOnAnEventLoopAndStopsAllTheSame() async throws {
    let station = Mutex<Station?>(Station())
    let address = try #require(try station.withLock { try $0?.start() })
    let client = try await RawClient(address)
    try await MultiThreadedEventLoopGroup.singleton.next().submit { station.withLock { $0 = nil } }.get()
    #expect(try await client.rest() == "")
  }

  @Test func stoppingEndsEveryConnectionAndIsForGood() async throws {
    let station = ControlledStation()
    let address = try station.start()
    #expect(try station.start() == address)
    let idle = try await RawClient(address)
    let socket = try await WebSocketClient(address)
    // A request whose answer is still to come must not keep the station from stopping.
    let gate = Gate()
    station.faults.set(.held(gate), on: .readings)
    let waiting = try await RawClient(address)
    try await waiting.send("GET /data HTTP/1.1\r\nHost: \(address.authority)\r\n\r\n")
    _ = try await station.requests.next(.readings)

    station.stop()
    station.stop()
    gate.open()
    #expect(try await idle.rest() == "")
    #expect(try await waiting.rest() == "")
    _ = try await socket.connection.rest()
    #expect(throws: StationError.alreadyStopped) { try station.start() }
  }
}
