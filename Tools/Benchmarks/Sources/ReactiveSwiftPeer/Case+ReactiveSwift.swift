import Dispatch
import ReactiveSwift
import Workloads

extension Case {
  /// Whether ReactiveSwift can do what the case asks for. An observer may not send into the pipe that it observes.
  public var isInReactiveSwift: Bool { self != .reentrant }

  /// The case, done with ReactiveSwift.
  public func reactiveSwift() -> Batch {
    let (signal, input) = Signal<Int, Never>.pipe()
    let scheduler = QueueScheduler(name: "Benchmarks")
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

    case .fanOut10, .fanOut100:
      let observers = self == .fanOut10 ? 10 : 100
      for _ in 0..<observers { signal.observeValues { tally.add($0) } }
      return { count in
        for value in 0..<count { input.send(value: value) }
        tally.take(expecting: observers * count)
      }

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
      return pour(signal.throttle(untilTheEnd, on: scheduler), from: input)

    case .debounce:
      return pour(signal.debounce(untilTheEnd, on: scheduler), from: input)

    case .collectEvery:
      return pour(signal.collect(every: .milliseconds(10), on: scheduler), from: input)

    case .delay:
      return pour(signal.delay(untilTheEnd, on: scheduler), from: input)

    case .hop:
      let allHaveArrived = DispatchSemaphore(value: 0)
      signal.observe(on: scheduler).observeValues { value in
        tally.add(value)
        if value == 0 { allHaveArrived.signal() }
      }
      return { count in
        for value in (0..<count).reversed() { input.send(value: value) }
        allHaveArrived.wait()
        tally.take(expecting: count)
      }

    case .observeDispose:
      return { count in
        for _ in 0..<count { signal.observeValues { tally.add($0) }?.dispose() }
      }

    case .twoThreads:
      signal.observeValues { tally.add($0) }
      let sender = Sender(input)
      return { count in
        onTwoThreads {
          for value in 0..<count / 2 { sender.input.send(value: value) }
        }
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

    case .reentrant:
      preconditionFailure("ReactiveSwift has no such pipe.")
    }
  }

  private func pour<Value>(_ signal: Signal<Value, Never>, from input: Signal<Int, Never>.Observer) -> Batch {
    signal.observeValues { _ in }
    return { count in
      for value in 0..<count { input.send(value: value) }
    }
  }
}

/// Carries an input to another thread.
// Unchecked: an input may be used from any thread, but does not say so to the compiler.
private struct Sender: @unchecked Sendable {
  let input: Signal<Int, Never>.Observer

  init(_ input: Signal<Int, Never>.Observer) {
    self.input = input
  }
}
