import Clients
import Foundation
import Model
import NetTesting
import Rooms
import RoomsEdge
import Station
import StationTesting
import Testing
import Text

@Suite(.timeLimit(.minutes(2))) struct ConAirClientTests {
  private let bench: TestBench
  private let day: TimeInterval = 86_400

  init() throws { bench = try TestBench() }

  private func listening(
    from start: Date = TestBench.start.addingTimeInterval(-86_400), to end: Date = TestBench.start
  ) -> Listening<[Temperature], ServiceError> {
    Listening(bench.temperatures.temperatures(from: start, to: end, step: 120))
  }

  @Test func aDayOfMeansIsOneRequest() async throws {
    var listening = listening()
    let points = try await listening.value()
    #expect((718...722).contains(points.count), "\(points.count)")
    #expect(zip(points, points.dropFirst()).allSatisfy { $1.time.timeIntervalSince($0.time) == 120 })
    #expect(points.allSatisfy { (5...40).contains($0.celsius) })
    #expect(try await listening.next() == .completed)
    #expect(bench.station.requests.count() == 1)
  }

  @Test func theWindowIsAskedForInWholeSecondsOutwards() async throws {
    var listening = listening(
      from: TestBench.start.addingTimeInterval(0.75), to: TestBench.start.addingTimeInterval(600.25))
    _ = try await listening.next()
    let query = try #require(bench.station.requests.recent.first).query
    #expect(query == ["start": "2026-11-20T18:40:00Z", "stop": "2026-11-20T18:50:01Z", "step": "120000"])
  }

  @Test func aSensorIsAskedForByItsName() async throws {
    let client = ConAirClient(
      baseURL: bench.address.conAirURL, sensor: "north wall", transport: bench.transport, clock: bench.clock)
    var listening = Listening(client.temperatures(from: TestBench.start, to: TestBench.start, step: 120))
    #expect(try await listening.value() == [], "no sensor has this name")
    #expect(try #require(bench.station.requests.recent.first).query["sensor"] == "north wall")
  }

  @Test func aPollFromTheNewestPointOnBringsOnlyTheRest() async throws {
    var first = listening()
    let newest = try #require(try await first.value().last)
    bench.clock.advance(by: .seconds(240))
    var second = listening(from: newest.time, to: bench.clock.currentDate)
    let more = try await second.value()
    #expect(more.first?.time == newest.time)
    #expect((2...3).contains(more.count))
  }

  @Test(arguments: [
    (Fault.htmlPage, "HTML instead of JSON"), (.status(500), "HTTP 500"),
    (.truncatedBody, "closed the connection too early"), (.closedConnection, "closed the connection too early"),
  ])
  func whatGoesWrongIsAnErrorWithASentence(fault: Fault, sentence: String) async throws {
    bench.station.faults.set(fault, on: .readings)
    var listening = listening()
    let error = try await listening.failure()
    #expect(error.sentence.string.contains(sentence), "\(error.sentence)")
  }

  /// The first temperature is a NaN, which JSON does not have; its point has a value beside it.
  @Test func aNumberThatIsNoneCostsItsFieldOnly() async throws {
    var whole = listening()
    let points = try await whole.value()
    bench.station.faults.set(.notANumber, on: .readings)
    var spoilt = listening()
    #expect(try await spoilt.value() == points)
  }

  @Test(arguments: [(429, "too many"), (503, "down")])
  func aServerThatSaysWhenItWantsToBeAskedAgainIsLeftAloneSoLong(status: Int, text: String) async throws {
    bench.station.responses.serve(
      CannedResponse(status: status, headers: [(name: "Retry-After", value: "120")], text: text), at: "/data")
    let until = TestBench.start.addingTimeInterval(120)
    let pause = Pause(until: until, by: "ConAir", words: SafeText(oneLine: text), heard: TestBench.start)
    let expected: ServiceError = status == 429 ? .throttled(pause) : .pauseRequested(pause)
    let client = bench.temperatures
    func ask() -> Listening<[Temperature], ServiceError> {
      Listening(client.temperatures(from: TestBench.start.addingTimeInterval(-day), to: TestBench.start, step: 120))
    }
    for _ in 0..<3 {
      var listening = ask()
      #expect(try await listening.failure() == expected)
      bench.clock.advance(by: .seconds(10))
    }
    #expect(bench.station.requests.count() == 1)
    bench.station.responses.clear()
    bench.clock.advance(to: until)
    var listening = ask()
    #expect(try await listening.value().count > 700)
  }

  @Test func aDisposedStartCancelsItsRequest() async throws {
    bench.station.faults.set(.silence, on: .readings)
    let listening = listening()
    _ = try await bench.station.requests.next(.readings)
    listening.dispose()
    _ = try await bench.station.requests.nextAbandoned(.readings)
  }
}
