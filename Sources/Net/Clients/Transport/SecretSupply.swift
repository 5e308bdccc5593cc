import Foundation
import Model
import Signals
import Text

/// The secret of a service, which may have to be fetched first: only requests that contain it wait for it.
///
/// ```
/// the first request, a refusal ──▶ read, never twice at once ──▶ state ──▶ current
/// ```
public final class SecretSupply: Sendable {
  /// The least seconds between two readings caused by refusals.
  static let interval: TimeInterval = 60

  /// Sends a message to the person, once: that there is no secret, and why.
  public let notices: Signal<SafeText, Never>

  private struct State: Sendable {
    var secret: Secret?
    var trouble: SecretError?
    /// The time and the number of readings; 0 before the first.
    var readAt = Date.distantPast
    var readings = 0
  }

  private let state: Property<State>
  private let read: Signal<Void, Never>.Observer
  private let clock: any DateScheduler

  /// Creates a supply that reads the secret when it is first needed.
  ///
  /// - Parameters:
  ///   - secret: Reads it; each start is one reading, which sends one secret or fails.
  ///   - name: The name in notices: "the Stack Exchange key".
  public init(_ secret: SignalProducer<Secret, SecretError>, name: SafeText, clock: any DateScheduler) {
    let (reads, read) = Signal<Void, Never>.pipe()
    self.read = read
    self.clock = clock
    let readings = reads.flatMap(.throttle) {
      secret.materializeResults().map { (result: $0, date: clock.currentDate) }
    }
    state = Property(
      initial: State(),
      then: readings.scan(into: State()) { state, reading in
        state.readings += 1
        state.readAt = reading.date
        switch reading.result {
        case .success(let secret): (state.secret, state.trouble) = (secret, nil)
        // The previous secret may still be valid.
        case .failure(let error): state.trouble = error
        }
      })
    notices = state.signal.compactMap(\.trouble).skipRepeats()
      .map { "\($0.sentence); going on without \(name)" }
  }

  /// Creates a supply of the secret of a source; without a source there is none.
  package convenience init(
    of source: SecretSource?, by read: (SecretSource) -> SignalProducer<Secret, SecretError>, name: SafeText,
    clock: any DateScheduler
  ) {
    if let source { self.init(read(source), name: name, clock: clock) } else { self.init() }
  }

  /// Creates a supply of a known secret, or of none.
  public init(_ secret: Secret? = nil) {
    (_, read) = Signal<Void, Never>.pipe()
    clock = QueueScheduler.main
    state = Property(value: State(secret: secret, readAt: .distantFuture, readings: 1))
    notices = .never
  }

  /// Why there is no secret, or why it could not be read again.
  public var trouble: SecretError? { state.value.trouble }

  /// The secret that was read last.
  package var held: Secret? { state.value.secret }

  /// Sends the secret after it has been read; `nil` if there is none.
  package var current: SignalProducer<Secret?, Never> {
    SignalProducer { [state, read] observer, lifetime in
      lifetime += state.producer.filter { $0.readings > 0 }.take(first: 1).map(\.secret).start(observer)
      if state.value.readings == 0 { read.send(value: ()) }
    }
  }

  /// Sends the secret that replaces a refused one, because keys are rotated; `nil` if it has not changed. It is read again at
  /// most once a minute.
  package func replacement(for refused: Secret) -> SignalProducer<Secret?, Never> {
    SignalProducer { [self] observer, lifetime in
      let known = state.value
      let isReadAgain = known.secret == refused && clock.currentDate >= known.readAt + Self.interval
      lifetime += state.producer.filter { !isReadAgain || $0.readings > known.readings }.take(first: 1)
        .map { $0.secret == refused ? nil : $0.secret }
        .start(observer)
      if isReadAgain { read.send(value: ()) }
    }
  }
}
