#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What happens after work has ended.
enum Restart {
  /// The work's ending is sent.
  case end
  /// The work is started again immediately.
  case restart
  /// The work is started again after some seconds.
  case restartLater(TimeInterval, DateScheduler)
  /// The work is started again when the producer sends; its ending is sent if the producer ends before.
  case restartWhen(SignalProducer<(), Never>)
}

extension SignalProducer {
  /// Starts the work again for as long as `decide` requests it.
  ///
  /// - Parameters:
  ///   - resetsOnValue: Whether a value resets the number of restarts to zero.
  ///   - decide: Gets the number of restarts so far and the ending of the work.
  func restarting(
    resetsOnValue: Bool = false, _ decide: @escaping @Sendable (Int, Termination<Error>) -> Restart
  ) -> SignalProducer {
    SignalProducer { core in
      Restarting(self, into: core, resetsOnValue: resetsOnValue, decide).run()
    }
  }
}

/// One start of restarting work. Work that ends while it is being started is started again in a loop, so it does not
/// grow the stack.
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
      // There is no first caller if the work goes on or is restarted later.
      mustRun = turn.isSecond()
    }
  }

  private func send(_ value: Value) {
    if resetsOnValue { restarts.withLock { $0 = 0 } }
    output.send(value)
  }

  /// Decides what happens after the ending; returns whether the work is to be started again immediately.
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

  /// Waits for `trigger`; returns whether it has sent immediately.
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
    // There is no first caller if the trigger has not sent yet or has ended without a value.
    return turn.isSecond()
  }
}
