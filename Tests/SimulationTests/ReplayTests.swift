import Clients
import Foundation
import Model
import Recording
import Screen
import SignalsTesting
import Testing

@testable import Simulation

/// What a recording has besides bytes, keys and frames is used when it is played.
@Suite struct ReplayTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private static func session(_ lines: [String]) throws -> RecordedSession {
    let head = RecordingHead(
      version: "0", build: "", time: 1_700_000_000_000, utcOffset: 0,
      terminal: RecordingHead.Terminal(columns: 80, rows: 24, isASCII: false, colours: 256),
      options: RecordingHead.Options(), bodies: false)
    let first = String(decoding: try JSONEncoder().encode(head), as: UTF8.self)
    return try RecordedSession(Data(([first] + lines).map { $0 + "\n" }.joined().utf8), name: "s.rec")
  }

  /// A secret in a variable is hidden in the file, and something stands in for it; what is not set stays so.
  @UI @Test func aHiddenSecretHasAStandIn() throws {
    let session = try Self.session([])
    @UI func settings(_ state: String) throws -> Settings {
      try Replay.settings(
        """
        stack-overflow:
          # key-command: \(state)    # REACTUI_STACK_EXCHANGE_KEY
        conair:
          # token-command: \(state)  # REACTUI_CONAIR_TOKEN
        """, session.head
      ).settings
    }
    #expect(try settings("hidden").stackOverflow.key != nil)
    #expect(try settings("hidden").conAir.token != nil)
    #expect(try settings("not set").stackOverflow.key == nil)
    #expect(try settings("not set").conAir.token == nil)
  }

  /// What comes to the interface from elsewhere, and timers, begin when the recorded one began something.
  @Test func theInterfaceBeginsWhenItDidInTheRecording() throws {
    let session = try Self.session([#"{"t":90,"actions":[20000,50500]}"#, #"{"t":95,"actions":[90250]}"#])
    let time = TestScheduler(startDate: Self.start)
    let clock = InterfaceClock(time, session, start: Self.start)
    let runs = Runs()
    @Sendable func note(_ name: String) -> @Sendable () -> Void {
      { runs.append("\(name) \(Int((time.currentDate.timeIntervalSince(Self.start) * 1e6).rounded()))") }
    }
    time.schedule(after: Self.start + 0.03) {
      // On its own thread it goes on at once.
      clock.schedule {
        note("from elsewhere")()
        clock.schedule(note("from itself"))
      }
    }
    clock.schedule(after: Self.start + 0.051, action: note("timer"))
    clock.schedule(after: Self.start + 2, action: note("long after"))
    time.advance(by: 3.0)
    #expect(
      runs.names == ["from elsewhere 50500", "from itself 50500", "timer 90250", "long after 2000000"])
  }

  /// The first line's answer is read when one had been in the recording.
  @Test func anAnswerIsReadWhenItWasInTheRecording() throws {
    let time = TestScheduler(startDate: Self.start)
    let clock = ReadingClock(time, try Self.session([#"{"t":90,"readings":[40000]}"#]), start: Self.start)
    let runs = Runs()
    clock.schedule { runs.append("\((time.currentDate.timeIntervalSince(Self.start) * 1000).rounded())") }
    time.advance(by: 1.0)
    #expect(runs.names == ["40.0"])
  }

  /// The session ended before it did. A signal whose observer is gone would be interrupted, and the client ask again.
  @Test func anAnswerThatHadNotEndedStaysOpen() throws {
    let session = try Self.session([
      #"{"t":1,"request":{"number":1,"method":"GET","url":"http://a.example/s"}}"#,
      #"{"t":2,"head":{"of":1,"status":200,"headers":[]}}"#, #"{"t":3,"bytes":{"of":1,"text":"x"}}"#,
    ])
    let time = TestScheduler(startDate: Self.start)
    let network = RecordedNetwork(session, clock: time, start: Self.start)
    let events = Runs()
    network.attempt(WireRequest(url: "http://a.example/s", method: "GET", headers: [], body: []))
      .start { event in
        switch event {
        case .value(.head): events.append("head")
        case .value(.body): events.append("body")
        default: events.append("end")
        }
      }
    time.advance(by: 1.0)
    #expect(events.names == ["head", "body"])
  }
}

/// What ran, in order.
// Unchecked: only the thread of the test uses it.
private final class Runs: @unchecked Sendable {
  private(set) var names: [String] = []

  func append(_ name: String) { names.append(name) }
}
