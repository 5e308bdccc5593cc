/// One stream in a trace: a signal, or a start of a producer.
///
/// In the trace it is a row of its own, from its beginning to its end, in which the time without a value is marked as
/// such. A delivery stands in the row of its thread, and so inside the deliveries that have led to it.
final class TracedStream: Sendable {
  private let trace: Trace
  private let name: String
  private let id: Int
  private let state = Locked(State())

  private struct State {
    var hasEnded = false
    var isWaiting = true
    /// What has disposed of the stream, if something has.
    var disposal: String?

    /// Returns whether the stream was waiting for a value.
    mutating func stopWaiting() -> Bool {
      defer { isWaiting = false }
      return isWaiting
    }

    /// Returns whether the stream goes on.
    mutating func waitAgain() -> Bool {
      if hasEnded || isWaiting { return false }
      isWaiting = true
      return true
    }
  }

  init(_ trace: Trace, _ name: String, id: Int, place: String) {
    self.trace = trace
    self.name = name
    self.id = id
    trace.record(.begin, name, stream: id, [("made", place), ("by", Deliveries.cause)])
    trace.record(.begin, "waits", stream: id)
  }

  func deliver<Value>(_ value: Value, _ deliver: () -> Void) {
    guard trace.isRunning else { return deliver() }
    if state.withLock({ $0.stopWaiting() }) { trace.record(.end, "waits", stream: id) }
    let begin = trace.now
    Deliveries.ofThisThread.begin(name)
    deliver()
    Deliveries.ofThisThread.end()
    trace.record(
      .delivery(duration: trace.now - begin), name, stream: id, [("value", Trace.text(value))], at: begin)
    if state.withLock({ $0.waitAgain() }) { trace.record(.begin, "waits", stream: id) }
  }

  func end<Value, Error>(_ event: Signal<Value, Error>.Event) {
    switch event {
    case .value: break
    case .failed(let error): end("failed", [("error", Trace.text(error))])
    case .completed: end("completed")
    case .interrupted:
      let disposal = state.withLock { $0.disposal }
      if let disposal { end("disposed", [("by", disposal)]) } else { end("interrupted", [("by", Deliveries.cause)]) }
    }
  }

  /// Notes that the stream is being disposed of, and by whom.
  func noteDisposal() {
    let cause = Deliveries.cause
    state.withLock { if $0.disposal == nil { $0.disposal = cause } }
  }

  /// Ends the stream when nobody observes it any more.
  func leave() {
    end("disposed", [("by", state.withLock { $0.disposal } ?? Deliveries.cause)])
  }

  private func end(_ ending: String, _ details: [(String, String)] = []) {
    let (isFirst, wasWaiting) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.stopWaiting())
    }
    guard isFirst, trace.isRunning else { return }
    if wasWaiting { trace.record(.end, "waits", stream: id) }
    trace.record(.instant, ending, stream: id, details)
    trace.record(.end, name, stream: id, [("ending", ending)] + details)
  }
}

/// The names of the traced streams that a thread is delivering, one inside the other.
// Unchecked: each thread has its own.
private final class Deliveries: @unchecked Sendable {
  private static let ofThread = ThreadLocal<Deliveries>(isOwner: true)

  private var names: [String] = []

  static var ofThisThread: Deliveries {
    if let deliveries = ofThread.current { return deliveries }
    let new = Deliveries()
    ofThread.own(new)
    return new
  }

  /// What leads to what happens now: the innermost delivery, or no traced one.
  static var cause: String { ofThread.current?.names.last ?? "outside" }

  func begin(_ name: String) { names.append(name) }
  func end() { names.removeLast() }
}
