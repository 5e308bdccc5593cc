import Foundation
import Model
import NIOCore
import Signals
import SignalsTesting
import Testing
import Text

import struct NIOHTTP1.HTTPHeaders

@testable import Clients

/// An answer that is read as it comes, and whose status is no success.
@Suite struct RefusedAnswerTests {
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let parts = Signal<HTTPPart, ServiceError>.pipe()
  private let recorder: EventRecorder<HTTPPart, ServiceError>

  init() { recorder = SignalProducer(parts.output).refusing(host: "host", on: clock).record() }

  private var error: ServiceError? { recorder.ending?.error }

  private func send(status: Int, headers: HTTPHeaders = [:]) {
    parts.input.send(value: .head(HTTPHead(status: status, headers: headers)))
  }

  private func send(_ body: String) { parts.input.send(value: .body(ByteBuffer(string: body))) }

  @Test func aSuccessGoesThroughAsItComes() {
    send(status: 200)
    send("a")
    clock.advance(by: .seconds(60))
    send("b")
    #expect(recorder.values.count == 3)
    parts.input.sendCompleted()
    #expect(recorder.ending?.isCompleted == true)
  }

  @Test func theWholeBodyIsWaitedFor() {
    send(status: 400)
    send(#"{"detail":"Invalid "#)
    #expect(error == nil && recorder.values.isEmpty)
    send(#"streams: nope"}"#)
    parts.input.sendCompleted()
    #expect(error == .httpStatus(400, host: "host", words: "Invalid streams: nope"))
  }

  @Test func aBodyThatDoesNotEndIsWaitedForTwoSeconds() {
    send(status: 429, headers: ["Retry-After": "600"])
    send("slow down\n")
    clock.advance(by: .milliseconds(1_999))
    #expect(error == nil)
    clock.advance(by: .milliseconds(1))
    #expect(error?.pause?.words == "slow down")
    #expect(error?.pauseEnd == clock.currentDate.addingTimeInterval(600))
    #expect(clock.scheduledCount == 0)
  }

  @Test func aConnectionThatBreaksOffInTheBodyDoesNotHideTheStatus() {
    send(status: 503)
    parts.input.send(error: .connectionLost(host: "host"))
    #expect(error == .httpStatus(503, host: "host"))
    #expect(clock.scheduledCount == 0)
  }

  @Test func noMoreOfABodyIsKeptThanIsLookedAt() {
    send(status: 500)
    for _ in 0..<64 {
      #expect(error == nil)
      send(String(repeating: "x", count: 1_024))
    }
    guard case .httpStatus(500, _, let words?) = error else {
      Issue.record("no refusal")
      return
    }
    #expect(words.string == String(repeating: "x", count: 199) + "…")
  }
}
