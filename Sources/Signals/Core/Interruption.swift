// How a start is interrupted.
//
// An interruption begins at the root of the work and takes the way of every event, so that each operator hears of it
// in its turn and on its scheduler. But work ends in parts: in `one.flatMap(.latest) { timer }`, the root is over while
// the timer still runs. So each operator whose source has nothing more to say is interrupted in the place of that.

/// A core, whatever it sends.
protocol Interruptible: AnyObject, Sendable {
  /// Holds values back from now on, and turns the terminal event into `interrupted`.
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

/// Interrupts the work below an operator, and the operator where that does not reach it.
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
    // First, so that no operator behind the output takes the end of what runs into it for a completion.
    output.cut()
    // A source that was cut in time passes the interruption on, even if it completes at this very moment.
    let endings = sources.map { $0.cut() }
    below.dispose()
    if endings.contains(false) { output.interruptInPlaceOfSource() }
  }
}

/// What a start returns: holds back at once what is on the way, and interrupts all that still runs.
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
  /// One start that sends what `signal` sends, which somebody else holds too: so it is not the start's to interrupt.
  init(following signal: Signal<Value, Error>, interrupter: Disposable, begin: @escaping () -> Void) {
    let core = Signal<Value, Error>.Core()
    core.setUpstream(signal.core.attach(Signal.SendSink(core)))
    self.init(signal: Signal(core), interrupter: CompositeDisposable([interrupter, core]), begin: begin)
  }
}
