import Foundation
import Signals
import SignalsTesting
import Testing

/// What `traced` records, and that it costs nothing while no trace is running. One after the other: a process has one
/// trace at a time.
@Suite(.serialized) struct TraceTests {
  /// An event of the trace event format.
  struct Event: Decodable, Equatable {
    var ph: String
    var name: String
    var cat: String?
    var id: String?
    var tid: Int
    var ts: Double?
    var dur: Double?
    var args: [String: String]?
  }

  private struct Recording: Decodable {
    var displayTimeUnit: String
    var traceEvents: [Event]
  }

  private func events(of trace: Trace) throws -> [Event] {
    let recording = try JSONDecoder().decode(Recording.self, from: Data(trace.json.utf8))
    #expect(recording.displayTimeUnit == "ms")
    return recording.traceEvents.filter { $0.ph != "M" }
  }

  @Test func withoutATraceAStreamIsItself() {
    let (signal, input) = Signal<Int, Never>.pipe()
    #expect(signal.traced("signal") === signal)
    let property = Property(value: 1)
    #expect(property.traced("property") === property)
    // A producer is a value: its start makes no stream more.
    let producer = signal.producer
    func starts(_ producer: SignalProducer<Int, Never>) -> Int {
      var starts: [Disposable] = []
      let count = LeakCheck.streamsLeft { starts.append(producer.map { $0 }.start()) }.count
      for start in starts { start.dispose() }
      return count
    }
    #expect(starts(producer) == starts(producer.traced("producer")))
    withExtendedLifetime(input) {}
  }

  @Test func aSignalsValuesWaitsAndEndAreRecorded() throws {
    let scheduler = TestScheduler()
    let trace = Trace.begin(datedBy: scheduler)
    defer { trace.end() }
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.traced("keys").observeValues { _ in scheduler.advance(by: 0.002) }
    scheduler.advance(by: 1)
    input.send(value: 7)
    scheduler.advance(by: 1)
    input.sendCompleted()
    let events = try events(of: trace)
    #expect(
      events.map { "\($0.ph) \($0.name)" } == [
        "b keys", "b waits", "e waits", "X keys", "b waits", "e waits", "n completed", "e keys",
      ])
    #expect(events.map { ($0.ts ?? 0) / 1e6 } == [0, 0, 1, 1, 1.002, 2.002, 2.002, 2.002])
    #expect(events[3].dur == 2000 && events[3].args?["value"] == "7" && events[3].args?["stream"] == "1")
    #expect(events[0].args?["made"]?.hasPrefix("SignalsTests/TraceTests.swift:") == true)
    #expect(events.filter { $0.ph != "X" }.allSatisfy { $0.id == "1" && $0.cat == "stream" })
    #expect(events[7].args?["ending"] == "completed")
  }

  @Test func eachStartIsARowAndTellsWhoDisposedOfIt() throws {
    let scheduler = TestScheduler()
    let trace = Trace.begin(datedBy: scheduler)
    defer { trace.end() }
    let (query, input) = Signal<String, Never>.pipe()
    let answers = query.producer.traced("query").flatMap(.latest) { text in
      SignalProducer<String, Never>(value: text + "!").delay(1, on: scheduler).traced("search")
    }
    let recorder = answers.record()
    input.send(value: "a")
    scheduler.advance(by: 0.5)
    input.send(value: "ab")
    scheduler.advance(by: 2)
    input.send(value: "abc")
    recorder.dispose()
    // An interruption passes a delay on its scheduler.
    scheduler.advance()
    #expect(recorder.values == ["ab!"])
    let events = try events(of: trace)
    let ends = events.filter { $0.ph == "e" && $0.name == "search" }
    #expect(ends.map(\.id) == ["2", "3", "4"])
    #expect(ends.map { $0.args?["ending"] } == ["disposed", "completed", "disposed"])
    #expect(ends.map { $0.args?["by"] } == ["query", nil, "outside"])
    // What a delivery has led to lies inside of it.
    #expect(
      events.filter { $0.ph == "b" && $0.name == "search" }.map { $0.args?["by"] } == ["query", "query", "query"])
  }

  @Test func failuresAndInterruptionsAreTold() throws {
    let trace = Trace.begin(datedBy: TestScheduler())
    defer { trace.end() }
    SignalProducer<Int, MarbleError>(error: MarbleError()).traced("failing").start()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.traced("interrupted").observeValues { _ in }
    input.sendInterrupted()
    let start = SignalProducer<Int, Never>.never.traced("disposed").start()
    start.dispose()
    let endings = try events(of: trace).filter { $0.ph == "n" }
    #expect(endings.map(\.name) == ["failed", "interrupted", "disposed"])
    #expect(endings[0].args?["error"]?.contains("MarbleError") == true)
  }

  @Test func whoeverFollowsAPropertyIsRecorded() throws {
    let trace = Trace.begin(datedBy: TestScheduler())
    defer { trace.end() }
    let count = MutableProperty(1)
    let traced = Property(capturing: count).traced("count")
    let doubled = traced.map { $0 * 2 }
    count.value = 2
    #expect(traced.value == 2 && doubled.value == 4)
    #expect(try events(of: trace).filter { $0.ph == "X" }.map { $0.args?["value"] } == ["1", "2"])
  }

  @Test func textsOfAllKindsAreJSON() throws {
    let trace = Trace.begin(datedBy: TestScheduler())
    defer { trace.end() }
    let text = "\"a\\b\"\n\u{0}\u{1F}é😀" + String(repeating: "x", count: 300)
    SignalProducer<String, Never>(value: text).traced("te\"xt").start()
    let delivery = try #require(try events(of: trace).first { $0.ph == "X" })
    #expect(delivery.name == "te\"xt" && delivery.args?["value"] == text.prefix(200) + "…")
  }

  @Test func threadsHaveRowsAndNothingIsLost() async throws {
    let trace = Trace.begin()
    defer { trace.end() }
    let (signal, input) = Signal<Int, Never>.pipe()
    let seen = Counter()
    signal.traced("flood").observeValues { _ in seen.next() }
    await onThreads(4) { thread in for _ in 0..<250 { input.send(value: thread) } }
    let deliveries = try events(of: trace).filter { $0.ph == "X" }
    #expect(seen.value == 1000 && deliveries.count == 1000)
    #expect(Set(deliveries.map(\.tid)).count <= 4)
  }

  @Test func afterItsEndATraceGrowsNoMoreAndAnotherBegins() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    let first = Trace.begin(datedBy: TestScheduler())
    let seen = signal.traced("first").record()
    first.end()
    let count = try events(of: first).count
    input.send(value: 1)
    #expect(try events(of: first).count == count && seen.values == [1])
    #expect(signal.traced("none") === signal)
    let second = Trace.begin(datedBy: TestScheduler())
    let third = Trace.begin(limit: 2, datedBy: TestScheduler())
    second.end()
    signal.traced("third").observeValues { _ in }
    input.send(value: 2)
    #expect(third.droppedCount > 0)
    #expect(try events(of: third).count == 2)
    third.end()
  }

  @Test func nothingIsLeft() {
    let trace = Trace.begin(datedBy: TestScheduler())
    defer { trace.end() }
    expectNothingLeft { source, _ in source.traced("source") }
    expectNothingLeftByWork { work, _ in work.traced("work") }
  }
}
