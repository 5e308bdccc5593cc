import Signals

/// Starts a producer and hands out its events one by one, to tests that wait for them; ends the start when it goes.
package struct Listening<Value: Sendable, Failure: Error> {
  package typealias Event = Signal<Value, Failure>.Event

  private var events: AsyncStream<Event>.Iterator
  private let work: ScopedDisposable<AnyDisposable>

  package init(_ producer: SignalProducer<Value, Failure>) {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    events = stream.makeAsyncIterator()
    work = ScopedDisposable(
      producer.start { event in
        continuation.yield(event)
        if event.isTerminating { continuation.finish() }
      })
  }

  /// The next event; waits for it.
  package mutating func next() async throws -> Event {
    guard let event = await events.next() else { throw Unexpected("there are no further events") }
    return event
  }

  /// The next event, which has to be a value.
  package mutating func value() async throws -> Value {
    let event = try await next()
    guard let value = event.value else { throw Unexpected("\(event) is no value") }
    return value
  }

  /// The next event, which has to be a failure.
  package mutating func failure() async throws -> Failure {
    let event = try await next()
    guard let error = event.error else { throw Unexpected("\(event) is no failure") }
    return error
  }

  package func dispose() { work.dispose() }
}
