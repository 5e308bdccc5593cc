import Foundation
import StationTesting
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct WebSocketTests {
  @Test func theHandshakeProvesThatTheServerSpeaksWebSocket() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      #expect(client.head.hasPrefix("HTTP/1.1 101 "))
      // The answer to the key of RFC 6455 §1.3.
      #expect(client.head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    }
  }

  @Test(arguments: [
    (RecentChange.edit("Manhattan Film Academy"), "unspecified", "Manhattan Film Academy"),
    (RecentChange(.new(length: 5), title: "Draft:X", namespace: 118), "unspecified", "Draft:X"),
    (.signUp("Ann"), "newuser", ""),
    (RecentChange(.log(type: "upload", action: "upload"), title: "File:X.jpg", namespace: 6), "upload", ""),
    (RecentChange(.log(type: "block", action: "block"), title: "User:X", namespace: 2), "special", ""),
    (RecentChange(.edit(oldLength: 1, newLength: 2), title: "Talk:X", namespace: 1), "talk", ""),
    (RecentChange(.edit(oldLength: 1, newLength: 2), title: "User talk:X", namespace: 3), "user", ""),
    (RecentChange(.edit(oldLength: 1, newLength: 2), title: "File:X", namespace: 6), "file", ""),
  ])
  func eachEventHasItsType(change: RecentChange, type: String, content: String) async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await running.station.wikipedia.listeners(.webSocket, count: 1)
      running.station.wikipedia.emit(change)
      let message = try await client.message()
      #expect(message == ["type": type, "content": content, "time": "2026-11-20T12:00:00.000Z"])
    }
  }

  @Test func otherWikisCategoriesAndCanariesAreNotTold() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await running.station.wikipedia.listeners(.webSocket, count: 1)
      var german = RecentChange.edit("Köln")
      german.wiki = "dewiki"
      let category = RecentChange(.categorize, title: "Category:X", namespace: 14)
      running.station.wikipedia.emit([german, category, .canary, .edit("told")])
      #expect(try await client.message()["content"] == "told")
    }
  }

  @Test func bothFeedsTellTheSameEvents() async throws {
    try await RunningStation.run { running in
      let sockets = [try await WebSocketClient(running.address), try await WebSocketClient(running.address)]
      let stream = try await running.events()
      try await running.station.wikipedia.listeners(.webSocket, count: 2)
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      let titles = (1...40).map { "Page \($0)" }
      running.station.wikipedia.emit(titles.map { .edit($0) })
      for socket in sockets {
        for title in titles { #expect(try await socket.message()["content"] == title) }
      }
      for title in titles { #expect(try await stream.next()?.title == title) }
    }
  }

  @Test func aPingIsAnsweredWithItsBytes() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await client.send(.init(opcode: 9, bytes: [1, 2, 3]))
      #expect(try await client.next() == .init(opcode: 10, bytes: [1, 2, 3]))
    }
  }

  @Test func aClosingFrameIsEchoedAndTheConnectionEnds() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await client.send(.init(opcode: 8, bytes: [0x03, 0xE8]))
      #expect(try await client.next().closeCode == 1000)
      #expect(try await client.connection.rest() == "")
      try await running.station.wikipedia.listeners(.webSocket, count: 0)
    }
  }

  @Test func whoBreaksTheProtocolIsClosedWith1002() async throws {
    try await RunningStation.run { running in
      let unmasked = try await WebSocketClient(running.address)
      try await unmasked.send(.init(opcode: 1, bytes: [65]), isMasked: false)
      #expect(try await unmasked.next().closeCode == 1002)

      // A control frame may not come in pieces.
      let fragmentedPing = try await WebSocketClient(running.address)
      try await fragmentedPing.send(.init(opcode: 9, isFinal: false, bytes: [65]))
      #expect(try await fragmentedPing.next().closeCode == 1002)
    }
  }

  @Test func whatAClientSaysIsRecordedAndOtherwiseIgnored() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await client.send(.init(opcode: 1, bytes: Array("hello".utf8)))
      let frame = try await running.station.nextClientFrame()
      #expect(frame == WebSocketClientFrame(opcode: 1, bytes: Array("hello".utf8)))
      running.station.wikipedia.emit(.edit("still here"))
      #expect(try await client.message()["content"] == "still here")
    }
  }

  @Test func framesCanBeSentByHand() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await running.station.wikipedia.listeners(.webSocket, count: 1)
      let wikipedia = running.station.wikipedia
      wikipedia.send(.text("[1]"))
      wikipedia.send(.frame(opcode: 1, isFinal: false, bytes: [0xC3]))
      wikipedia.send(.frame(opcode: 0, isFinal: true, bytes: [0xA9]))
      wikipedia.send(.close(code: 1001, reason: "going away"))
      #expect(try await client.next() == .init(opcode: 1, bytes: Array("[1]".utf8)))
      #expect(try await client.next() == .init(opcode: 1, isFinal: false, bytes: [0xC3]))
      #expect(try await client.next() == .init(opcode: 0, bytes: [0xA9]))
      #expect(try await client.next().closeCode == 1001)
      try await client.send(.init(opcode: 8, bytes: [0x03, 0xE9]))
      #expect(try await client.connection.rest() == "")
      #expect(try await running.station.nextClientFrame().closeCode == 1001)
    }
  }

  @Test func aConnectionCanBeCutOff() async throws {
    try await RunningStation.run { running in
      let client = try await WebSocketClient(running.address)
      try await running.station.wikipedia.listeners(.webSocket, count: 1)
      running.station.wikipedia.disconnect(.webSocket)
      #expect(try await client.connection.rest() == "")
    }
  }

  @Test func aRequestWithoutAnUpgradeIsToldToUpgrade() async throws {
    try await RunningStation.run { running in
      let reply = try await running.get("/wiki")
      #expect(reply.status == 426)
      #expect(reply.headers["Upgrade"] == ["websocket"])
    }
  }

  @Test func onlyTheFeedsPathUpgrades() async throws {
    try await RunningStation.run { running in
      for (path, status) in [("/data", "200"), ("/elsewhere", "404")] {
        let client = try await WebSocketClient(running.address, path: path)
        #expect(client.head.hasPrefix("HTTP/1.1 \(status) "))
      }
    }
  }

  @Test func aHandshakeCanBeRefusedHeldBackAndLeftInSilence() async throws {
    try await RunningStation.run { running in
      let faults = running.station.faults
      faults.set(.status(404), on: .webSocket, times: 1)
      let refused = try await WebSocketClient(running.address)
      #expect(refused.head.hasPrefix("HTTP/1.1 404 "))
      #expect(running.station.requests.count(.webSocket) == 1)

      let gate = Gate()
      faults.set(.held(gate), on: .webSocket, times: 1)
      async let held = WebSocketClient(running.address)
      _ = try await running.station.requests.next(.webSocket)
      _ = try await running.station.requests.next(.webSocket)
      #expect(running.station.wikipedia.listenerCount(.webSocket) == 0)
      gate.open()
      #expect(try await held.head.hasPrefix("HTTP/1.1 101 "))
      try await running.station.wikipedia.listeners(.webSocket, count: 1)

      faults.set(.silence, on: .webSocket, times: 1)
      let silent = try await WebSocketClient(running.address)
      try await running.station.wikipedia.listeners(.webSocket, count: 2)
      running.station.wikipedia.emit(.edit("unheard"))
      #expect(try await held.message()["content"] == "unheard")
      try await silent.send(.init(opcode: 9, bytes: [7]))
      #expect(try await silent.next() == .init(opcode: 10, bytes: [7]))
    }
  }
}
