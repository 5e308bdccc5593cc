import SignalsTesting
import Testing

@testable import Signals

/// What the stages of operators rely on.
@Suite struct StageTests {
  /// A start that is disposed of while its source is telling of its end: the stage hears of the interruption after that.
  @Test func aStageIsToldOfOneEventAtATime() {
    let log = Log()
    let start = SerialDisposable()
    start.inner = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: 1)
      observer.sendCompleted()
    }
    .lift { signal in
      // Told first, when the source has ended and its stage does not know yet.
      signal.observeCompleted { start.dispose() }
      return signal.pass(through: LoggingStage(log))
    }
    .startOnceHeld(by: start)
    #expect(log.lines == ["value 1", "completed", "interrupted"])
  }
}

extension SignalProducer {
  /// Starts the work with the disposable already in place, so that the work can dispose of its own start.
  fileprivate func startOnceHeld(by start: SerialDisposable) -> Disposable {
    startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.observe { _ in }
      return interrupter
    }
  }
}

/// Logs what it is told, and keeps a completion to itself.
private final class LoggingStage: Stage {
  let output = Signal<Int, Never>.Core()
  private let log: Log

  init(_ log: Log) {
    self.log = log
  }

  func receive(_ value: Int) {
    log.add("value \(value)")
  }

  func terminate(_ termination: Termination<Never>) {
    log.add("\(termination)")
    if case .interrupted = termination { output.end(.interrupted) }
  }

  var isDisposed: Bool { false }

  func dispose() {}
}
