import Dispatch
import Foundation
import Signals

/// A case set up and ready: sends as many values through it as it is told, and returns when all have arrived.
public typealias Batch = (_ count: Int) -> Void

/// An interval that does not end while anything is measured, for those who measure only what a value costs on its way in.
public let untilTheEnd: TimeInterval = 3600

extension Case {
  /// The case, done with Signals.
  ///
  /// - Parameters:
  ///   - scheduler: Where the operators of time, and the hop, have their work done.
  ///   - catchUp: Makes the scheduler do its work, if it does not do it by itself.
  public func signals(on scheduler: DateScheduler, catchUp: @escaping () -> Void = {}) -> Batch {
    let (signal, input) = Signal<Int, Never>.pipe()
    let tally = Tally()
    let sendAll: Batch = { count in
      for value in 0..<count { input.send(value: value) }
      tally.take(expecting: count)
    }

    switch self {
    case .pipe:
      signal.observeValues { tally.add($0) }
      return sendAll

    case .mapFilter:
      signal.map { $0 + 1 }.filter { $0 > 0 }.observeValues { tally.add($0) }
      return sendAll

    case .fiveStages:
      signal.map { $0 + 1 }.filter { $0 > 0 }.skipRepeats().compactMap { Optional($0) }.map { -$0 }
        .observeValues { tally.add($0) }
      return sendAll

    case .fanOut10:
      return fanOut(signal, input, to: 10)

    case .fanOut100:
      return fanOut(signal, input, to: 100)

    case .combineLatest:
      let (other, otherInput) = Signal<Int, Never>.pipe()
      Signal.combineLatest(signal, other).observeValues { tally.add($0 &+ $1) }
      input.send(value: 0)
      otherInput.send(value: 0)
      tally.take(expecting: 1)
      return { count in
        for value in 0..<count / 2 {
          input.send(value: value)
          otherInput.send(value: value)
        }
        tally.take(expecting: count / 2 * 2)
      }

    case .merge:
      let sources = (0..<4).map { _ in Signal<Int, Never>.pipe() }
      Signal.merge(sources.map(\.output)).observeValues { tally.add($0) }
      return { count in
        for value in 0..<count { sources[value & 3].input.send(value: value) }
        tally.take(expecting: count)
      }

    case .flatMapLatest:
      let (inner, innerInput) = Signal<Int, Never>.pipe()
      signal.flatMap(.latest) { _ in inner }.observeValues { tally.add($0) }
      return { count in
        for value in 0..<count {
          input.send(value: value)
          innerInput.send(value: value)
        }
        tally.take(expecting: count)
      }

    case .property:
      let property = MutableProperty(0)
      property.producer.startWithValues { tally.add($0) }
      tally.take(expecting: 1)
      return { count in
        for value in 0..<count { property.value = value }
        tally.take(expecting: count)
      }

    case .throttle:
      let throttled = signal.throttle(untilTheEnd, on: scheduler)
      return { count in
        withExtendedLifetime(throttled) {
          for value in 0..<count { input.send(value: value) }
        }
      }

    case .debounce:
      let debounced = signal.debounce(untilTheEnd, on: scheduler)
      return { count in
        withExtendedLifetime(debounced) {
          for value in 0..<count { input.send(value: value) }
        }
      }

    case .collectEvery:
      let collected = signal.collect(every: .milliseconds(10), on: scheduler)
      return { count in
        withExtendedLifetime(collected) {
          for value in 0..<count { input.send(value: value) }
          catchUp()
        }
      }

    case .hop:
      let allHaveArrived = DispatchSemaphore(value: 0)
      signal.observe(on: scheduler).observeValues { value in
        tally.add(value)
        if value == 0 { allHaveArrived.signal() }
      }
      return { count in
        for value in (0..<count).reversed() { input.send(value: value) }
        catchUp()
        allHaveArrived.wait()
        tally.take(expecting: count)
      }

    case .observeDispose:
      return { count in
        for _ in 0..<count { signal.observeValues { tally.add($0) }?.dispose() }
      }

    case .twoThreads:
      signal.observeValues { tally.add($0) }
      return { count in
        onTwoThreads {
          for value in 0..<count / 2 { input.send(value: value) }
        }
        tally.take(expecting: count / 2 * 2)
      }

    case .reentrant:
      // An even value is answered, from inside its delivery, by an odd one.
      signal.observeValues { value in
        tally.add(value)
        if value & 1 == 0 { input.send(value: value + 1) }
      }
      return { count in
        for value in 0..<count / 2 { input.send(value: 2 * value) }
        tally.take(expecting: count / 2 * 2)
      }

    case .zip:
      let (other, otherInput) = Signal<Int, Never>.pipe()
      Signal.zip(signal, other).observeValues { tally.add($0 &+ $1) }
      return { count in
        for value in 0..<count {
          input.send(value: value)
          otherInput.send(value: value)
        }
        tally.take(expecting: count)
      }

    case .delay:
      let delayed = signal.delay(untilTheEnd, on: scheduler)
      return { count in
        withExtendedLifetime(delayed) {
          for value in 0..<count { input.send(value: value) }
        }
      }

    case .start:
      return { count in
        for value in 0..<count {
          SignalProducer<Int, Never>(value: value).map { $0 + 1 }.startWithValues { tally.add($0) }
        }
        tally.take(expecting: count)
      }

    case .composition:
      return { count in
        for _ in 0..<count {
          signal.map { $0 + 1 }.filter { $0 > 0 }.observeValues { tally.add($0) }?.dispose()
        }
      }

    case .action:
      let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
      action.values.observeValues { tally.add($0) }
      return { count in
        for value in 0..<count { action.apply(value).start() }
        tally.take(expecting: count)
      }
    }
  }

  private func fanOut(_ signal: Signal<Int, Never>, _ input: Signal<Int, Never>.Observer, to observers: Int) -> Batch {
    let tally = Tally()
    for _ in 0..<observers { signal.observeValues { tally.add($0) } }
    return { count in
      for value in 0..<count { input.send(value: value) }
      tally.take(expecting: observers * count)
    }
  }
}

/// Runs `work` on this thread and on another, both at a time, and waits for both.
public func onTwoThreads(_ work: @escaping @Sendable () -> Void) {
  let isStarted = DispatchSemaphore(value: 0)
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    isStarted.signal()
    work()
    isDone.signal()
  }
  isStarted.wait()
  work()
  isDone.wait()
}

/// Starts a thread that waits for ever. In a process with a single thread glibc leaves out the locked instructions, which
/// flatters those who lock much.
public func keepSecondThreadAlive() {
  let isStarted = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    isStarted.signal()
    DispatchSemaphore(value: 0).wait()
  }
  isStarted.wait()
}
