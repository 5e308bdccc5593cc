import Signals
import Testing

/// Starts a producer and hands out its events one by one, to tests that wait for them; ends the start when it goes.
struct Listening<Value: Sendable, Failure: Error> {
  typealias Event = Signal<Value, Failure>.Event

  private var events: AsyncStream<Event>.Iterator
  private let work: ScopedDisposable<AnyDisposable>

  init(_ producer: SignalProducer<Value, Failure>) {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    events = stream.makeAsyncIterator()
    work = ScopedDisposable(
      producer.start { event in
        continuation.yield(event)
        if event.isTerminating { continuation.finish() }
      })
  }

  /// The next event; waits for it.
  mutating func next() async throws -> Event {
    try #require(await events.next(), "there are no further events")
  }

  /// The next event, which has to be a value.
  mutating func value() async throws -> Value {
    let event = try await next()
    return try #require(event.value, "\(event) is no value")
  }

  /// The next event, which has to be a failure.
  mutating func failure() async throws -> Failure {
    let event = try await next()
    return try #require(event.error, "\(event) is no failure")
  }

  func dispose() { work.dispose() }
}
