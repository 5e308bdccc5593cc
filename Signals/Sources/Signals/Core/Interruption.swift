// How a start is interrupted.
//
// An interruption begins at the root of the work and travels like every event, so that each operator receives it in
// turn and on its scheduler. But work ends in parts: in `one.flatMap(.latest) { timer }`, the root is over while the
// timer still runs. So each operator whose source has ended is interrupted in the source's place.

/// A core of any type.
protocol Interruptible: AnyObject, Sendable {
  /// Holds all further values back, and turns the terminal event into `interrupted`.
  ///
  /// - Returns: Whether that event is still to come.
  @discardableResult
  func cut() -> Bool

  /// Ends the core as if its source, which has ended in another way, had been interrupted.
  func interruptInPlaceOfSource()
}

extension Signal.Core: Interruptible {
  func interruptInPlaceOfSource() {
    if let feed = stageFeed { feed.interrupt() } else { interrupt() }
  }
}

/// Interrupts the work below an operator, and the operator itself when that interruption does not reach it.
final class OperatorInterrupter: Disposable {
  private let sources: [any Interruptible]
  private let output: any Interruptible
  private let below: Disposable

  /// - Parameter below: Interrupts the work that the sources come from.
  init(from sources: [any Interruptible], to output: any Interruptible, below: Disposable) {
    self.sources = sources
    self.output = output
    self.below = below
  }

  var isDisposed: Bool { below.isDisposed }

  func dispose() {
    // First, so that no operator behind the output takes the end of its sources for a completion.
    output.cut()
    // A source that was cut in time passes the interruption on, even if it completes at this very moment.
    let endings = sources.map { $0.cut() }
    below.dispose()
    if endings.contains(false) { output.interruptInPlaceOfSource() }
  }
}

/// The disposable that a start returns: it holds values back immediately, and interrupts all work that still runs.
final class StartInterrupter: Disposable {
  private let core: Audience
  private let work: Disposable

  init(core: Audience, work: Disposable) {
    self.core = core
    self.work = work
  }

  var isDisposed: Bool { core.isEnding }

  func dispose() {
    core.cut()
    work.dispose()
  }
}

extension SignalProducer.Instance {
  /// One start that sends the events of `signal`, which has other owners, so the start must not interrupt it.
  init(following signal: Signal<Value, Error>, interrupter: Disposable, begin: @escaping () -> Void) {
    let core = Signal<Value, Error>.Core()
    core.setUpstream(signal.core.attach(Signal.SendSink(core)))
    self.init(signal: Signal(core), interrupter: CompositeDisposable([interrupter, core]), begin: begin)
  }
}
