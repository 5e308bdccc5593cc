import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A recording of what streams do, in the format that Perfetto and Chrome's tracing open.
///
/// ```swift
/// let trace = Trace.begin()
/// let answers = query.producer
///   .traced("query")
///   .flatMap(.latest) { search($0).traced("search") }
/// // …
/// try trace.json.write(toFile: "trace.json", atomically: true, encoding: .utf8)
/// ```
///
/// A stream is in it if it was made with `traced` while the trace was running; so begin the trace first. A stream that was made
/// at another time is not, and costs nothing.
public final class Trace: Sendable {
  private static let current = Locked<Trace?>(nil)
  /// So that nothing is locked where no trace is running.
  private static let hasCurrent = Atomic<Bool>(false)

  private let state = Locked(State())
  private let isOpen = Atomic<Bool>(true)
  private let limit: Int
  private let clock: (any DateScheduler)?
  private let beginning = ContinuousClock.now
  private let firstDate: Date

  private struct State {
    var records: [Record] = []
    var droppedCount = 0
    var streamCount = 0
    /// The threads in the order in which they came.
    var threads: [UInt: Int] = [:]
  }

  struct Record: Sendable {
    let kind: Kind
    let name: String
    let stream: Int
    let thread: Int
    /// In microseconds.
    let time: Double
    let details: [(key: String, value: String)]

    enum Kind: Sendable, Equatable {
      case begin, end, instant
      case delivery(duration: Double)
    }
  }

  private init(limit: Int, clock: (any DateScheduler)?) {
    self.limit = limit
    self.clock = clock
    firstDate = clock?.currentDate ?? Date()
  }

  /// Begins to record, and ends the trace that was running.
  ///
  /// - Parameters:
  ///   - limit: The number of records that are kept; later ones are dropped and counted.
  ///   - clock: The time; the system's if there is none. A test gives its scheduler.
  public static func begin(limit: Int = 1_000_000, datedBy clock: (any DateScheduler)? = nil) -> Trace {
    let trace = Trace(limit: limit, clock: clock)
    let former = current.withLock { current in
      defer { current = trace }
      hasCurrent.store(true, ordering: .relaxed)
      return current
    }
    former?.isOpen.store(false, ordering: .relaxed)
    return trace
  }

  /// Ends the recording. What has been recorded stays.
  public func end() {
    isOpen.store(false, ordering: .relaxed)
    let former = Self.current.withLock { current -> Trace? in
      guard current === self else { return nil }
      defer { current = nil }
      Self.hasCurrent.store(false, ordering: .relaxed)
      return current
    }
    withExtendedLifetime(former) {}
  }

  /// The number of records that the limit has dropped.
  public var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// The recording as a JSON object in the trace event format.
  public var json: String { TraceEvents(state.withLock { $0.records }).json }

  // MARK: For what is recorded

  static var running: Trace? {
    hasCurrent.load(ordering: .relaxed) ? current.withLock { $0 } : nil
  }

  var isRunning: Bool { isOpen.load(ordering: .relaxed) }

  /// The time since the beginning, in microseconds.
  var now: Double {
    if let clock { return clock.currentDate.timeIntervalSince(firstDate) * 1e6 }
    let (seconds, attoseconds) = beginning.duration(to: .now).components
    return Double(seconds) * 1e6 + Double(attoseconds) * 1e-12
  }

  func beginStream(_ name: String, _ place: String) -> TracedStream {
    let id = state.withLock { state in
      state.streamCount += 1
      return state.streamCount
    }
    return TracedStream(self, name, id: id, place: place)
  }

  func record(
    _ kind: Record.Kind, _ name: String, stream: Int, _ details: [(String, String)] = [], at time: Double? = nil
  ) {
    let time = time ?? now
    state.withLock { state in
      guard state.records.count < limit else {
        state.droppedCount += 1
        return
      }
      let address = ThreadID.current.address
      let thread = state.threads[address] ?? state.threads.count + 1
      state.threads[address] = thread
      state.records.append(
        Record(
          kind: kind, name: name, stream: stream, thread: thread, time: time,
          details: details.map { (key: $0.0, value: $0.1) }))
    }
  }

  /// A value as it is shown, which may be long.
  static func text<Value>(_ value: Value) -> String {
    let text = String(describing: value)
    return text.count <= 200 ? text : text.prefix(200) + "…"
  }
}
