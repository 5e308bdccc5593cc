import Foundation

/// What becomes of work that has ended.
enum Restart {
  /// Its ending goes out.
  case end
  /// It is started again at once.
  case restart
  /// It is started again after some seconds.
  case restartLater(TimeInterval, DateScheduler)
  /// It is started again when the producer sends; its ending goes out if the producer ends before.
  case restartWhen(SignalProducer<(), Never>)
}

extension SignalProducer {
  /// Starts the work again for as long as `decide` says so.
  ///
  /// - Parameters:
  ///   - resetsOnValue: Whether restarts are counted from zero again after a value.
  ///   - decide: Is told how many restarts there have been, and how the work has ended.
  func restarting(
    resetsOnValue: Bool = false, _ decide: @escaping @Sendable (Int, Termination<Error>) -> Restart
  ) -> SignalProducer {
    SignalProducer { core in
      Restarting(self, into: core, resetsOnValue: resetsOnValue, decide).run()
    }
  }
}

/// One start of work that is started again. Work that ends while it is being started is started again in a loop, so it
/// does not grow the stack.
private final class Restarting<Value: Sendable, Error: Swift.Error>: Sendable {
  private let source: SignalProducer<Value, Error>
  private let output: Signal<Value, Error>.Core
  private let decide: @Sendable (Int, Termination<Error>) -> Restart
  private let resetsOnValue: Bool
  private let start = SerialDisposable()
  private let restarts = Locked(0)

  init(
    _ source: SignalProducer<Value, Error>, into output: Signal<Value, Error>.Core, resetsOnValue: Bool,
    _ decide: @escaping @Sendable (Int, Termination<Error>) -> Restart
  ) {
    self.source = source
    self.output = output
    self.resetsOnValue = resetsOnValue
    self.decide = decide
    output.setUpstream(start)
  }

  func run() {
    var mustRun = true
    while mustRun {
      let turn = Turn()
      source.startWithSignal { signal, interrupter in
        start.inner = interrupter
        signal.core.attach(
          Signal<Value, Error>.ClosureSink(value: send) { [self] termination in
            if restarts(after: termination), turn.isSecond() { run() }
          })
      }
      // Nobody comes first where the work goes on, or is to be restarted later.
      mustRun = turn.isSecond()
    }
  }

  private func send(_ value: Value) {
    if resetsOnValue { restarts.withLock { $0 = 0 } }
    output.send(value)
  }

  /// Decides what becomes of the work; returns whether it is to be started again at once.
  private func restarts(after termination: Termination<Error>) -> Bool {
    switch decide(restarts.withLock { $0 }, termination) {
    case .end:
      output.end(termination)
      return false
    case .restart:
      restarts.withLock { $0 += 1 }
      return true
    case .restartLater(let delay, let scheduler):
      restarts.withLock { $0 += 1 }
      let alarm = Alarm()
      start.inner = alarm
      alarm.set {
        scheduler.schedule(after: scheduler.currentDate.addingTimeInterval(delay)) { [self] in run() }
      }
      return false
    case .restartWhen(let trigger):
      restarts.withLock { $0 += 1 }
      return restarts(when: trigger, after: termination)
    }
  }

  /// Waits for `trigger`; returns whether it has sent at once.
  private func restarts(when trigger: SignalProducer<(), Never>, after termination: Termination<Error>) -> Bool {
    let (turn, hasSent) = (Turn(), Turn())
    trigger.take(first: 1).startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.core.attach(
        Signal<(), Never>.ClosureSink(
          value: { [self] in
            _ = hasSent.isSecond()
            if turn.isSecond() { run() }
          },
          termination: { [output] _ in
            if !hasSent.isSecond() { output.end(termination) }
          }))
    }
    // Nobody comes first where the trigger has yet to send, or has ended without.
    return turn.isSecond()
  }
}
