import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// Callbacks run outside of locks: while one runs, another thread may do anything with what it comes from, and is not
/// kept waiting.
@Suite struct CallbackTests {
  /// Does `work` on another thread, and returns whether it was through before the limit, which is only reached where
  /// something hangs.
  private static func isDoneElsewhere(_ work: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread {
      work()
      done.signal()
    }.start()
    return done.wait(timeout: .now() + 10) == .success
  }

  @Test func whileASignalDeliversOthersMayObserveSendAndDispose() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (merged, recorder) = (Signal.merge(signal, signal.map { -$0 }), signal.record())
    merged.observeValues { value in
      guard value == 1 else { return }
      #expect(
        Self.isDoneElsewhere {
          let observation = signal.observeValues { _ in }
          merged.observeValues { _ in }?.dispose()
          observer.send(value: 2)
          observation?.dispose()
        })
    }
    observer.send(value: 1)
    #expect(recorder.values == [1, 2])
  }

  @Test func whileASignalEndsOthersMayObserveSendAndDispose() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let late = EventRecorder<Int, Never>()
    signal.observeCompleted {
      #expect(
        Self.isDoneElsewhere {
          observer.send(value: 2)
          signal.observe(late.record)
          observer.sendInterrupted()
        })
    }
    observer.sendCompleted()
    #expect(late.events == [.interrupted])
  }

  @Test func whileAPropertyDeliversOthersMayReadSetAndFollowIt() {
    let property = MutableProperty(0)
    let followed = property.map { $0 * 10 }
    let late = EventRecorder<Int, Never>()
    property.signal.observeValues { value in
      guard value == 1 else { return }
      #expect(
        Self.isDoneElsewhere {
          property.value += 1
          property.producer.start(late.record)
          _ = (property.value, followed.value)
        })
    }
    property.value = 1
    #expect(property.value == 2 && followed.value == 20)
    #expect(late.values == [2])
  }

  @Test func whileAPropertyIsModifiedOthersMayReadIt() {
    let property = MutableProperty(1)
    property.modify { value in
      value += 1
      let seen = Counter()
      #expect(Self.isDoneElsewhere { if property.value == 1 { seen.next() } })
      #expect(seen.value == 1)
    }
    #expect(property.value == 2)
  }

  @Test func whileWorkBeginsAndEndsOthersMayDisposeOfIt() {
    let start = SerialDisposable()
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { #expect(Self.isDoneElsewhere { start.dispose() }) }
      observer.send(value: 1)
      #expect(Self.isDoneElsewhere { start.dispose() })
      observer.send(value: 2)
    }
    let recorder = EventRecorder<Int, Never>()
    producer.startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.observe(recorder.record)
    }
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func whileADisposableRunsOthersMayAddAndDispose() {
    let (composite, late) = (CompositeDisposable(), AnyDisposable())
    let (lifetime, token) = Lifetime.make()
    composite += {
      #expect(
        Self.isDoneElsewhere {
          composite += late
          composite.dispose()
        })
    }
    lifetime.observeEnded { #expect(Self.isDoneElsewhere { lifetime.observeEnded {} }) }
    composite.dispose()
    token.dispose()
    #expect(late.isDisposed)
  }

  @Test func whileATestSchedulerRunsAnActionOthersMaySchedule() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule {
      #expect(
        Self.isDoneElsewhere {
          scheduler.schedule { log.add("from elsewhere") }
          scheduler.schedule { log.add("taken back") }?.dispose()
        })
    }
    scheduler.advance()
    #expect(log.lines == ["from elsewhere"])
  }
}
