import Dispatch
import OpenCombine
import OpenCombineDispatch
import Workloads

extension Case {
  /// Whether OpenCombine has what the case asks for. It has no combineLatest, nothing that collects by time, and no
  /// actions.
  public var isInOpenCombine: Bool { ![.combineLatest, .collectEvery, .action].contains(self) }

  /// The case, done with OpenCombine.
  public func openCombine() -> Batch {
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "Benchmarks").ocombine
    let tally = Tally()
    let sendAll: Batch = { count in
      for value in 0..<count { subject.send(value) }
      tally.take(expecting: count)
    }

    switch self {
    case .pipe:
      subject.observe { tally.add($0) }
      return sendAll

    case .mapFilter:
      subject.map { $0 + 1 }.filter { $0 > 0 }.observe { tally.add($0) }
      return sendAll

    case .fiveStages:
      subject.map { $0 + 1 }.filter { $0 > 0 }.removeDuplicates().compactMap { Optional($0) }.map { -$0 }
        .observe { tally.add($0) }
      return sendAll

    case .fanOut10, .fanOut100:
      let observers = self == .fanOut10 ? 10 : 100
      for _ in 0..<observers { subject.observe { tally.add($0) } }
      return { count in
        for value in 0..<count { subject.send(value) }
        tally.take(expecting: observers * count)
      }

    case .merge:
      // There is no merge; this is how its users write it.
      let sources = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
      sources.publisher.flatMap { $0 }.observe { tally.add($0) }
      return { count in
        for value in 0..<count { sources[value & 3].send(value) }
        tally.take(expecting: count)
      }

    case .flatMapLatest:
      let inner = PassthroughSubject<Int, Never>()
      subject.map { _ in inner }.switchToLatest().observe { tally.add($0) }
      return { count in
        for value in 0..<count {
          subject.send(value)
          inner.send(value)
        }
        tally.take(expecting: count)
      }

    case .property:
      let property = CurrentValueSubject<Int, Never>(0)
      property.observe { tally.add($0) }
      tally.take(expecting: 1)
      return { count in
        for value in 0..<count { property.value = value }
        tally.take(expecting: count)
      }

    case .throttle:
      subject.throttle(for: .seconds(untilTheEnd), scheduler: queue, latest: true).observe { _ in }
      return { count in
        for value in 0..<count { subject.send(value) }
      }

    case .debounce:
      subject.debounce(for: .seconds(untilTheEnd), scheduler: queue).observe { _ in }
      return { count in
        for value in 0..<count { subject.send(value) }
      }

    case .hop:
      let allHaveArrived = DispatchSemaphore(value: 0)
      subject.receive(on: queue).observe { value in
        tally.add(value)
        if value == 0 { allHaveArrived.signal() }
      }
      return { count in
        for value in (0..<count).reversed() { subject.send(value) }
        allHaveArrived.wait()
        tally.take(expecting: count)
      }

    case .observeDispose:
      return { count in
        for _ in 0..<count { subject.sink { tally.add($0) }.cancel() }
      }

    case .twoThreads:
      // It delivers to both threads at a time, so nothing may be counted.
      subject.observe { _ in }
      let sender = Sender(subject)
      return { count in
        onTwoThreads {
          for value in 0..<count / 2 { sender.subject.send(value) }
        }
      }

    case .reentrant:
      subject.observe { value in
        tally.add(value)
        if value & 1 == 0 { subject.send(value + 1) }
      }
      return { count in
        for value in 0..<count / 2 { subject.send(2 * value) }
        tally.take(expecting: count / 2 * 2)
      }

    case .zip:
      let other = PassthroughSubject<Int, Never>()
      subject.zip(other).observe { tally.add($0 &+ $1) }
      return { count in
        for value in 0..<count {
          subject.send(value)
          other.send(value)
        }
        tally.take(expecting: count)
      }

    case .delay:
      subject.delay(for: .seconds(untilTheEnd), scheduler: queue).observe { _ in }
      return { count in
        for value in 0..<count { subject.send(value) }
      }

    case .start:
      return { count in
        for value in 0..<count { Just(value).map { $0 + 1 }.sink { tally.add($0) }.cancel() }
        tally.take(expecting: count)
      }

    case .composition:
      return { count in
        for _ in 0..<count { subject.map { $0 + 1 }.filter { $0 > 0 }.sink { tally.add($0) }.cancel() }
      }

    case .combineLatest, .collectEvery, .action:
      preconditionFailure("OpenCombine has no such operator.")
    }
  }
}

extension Publisher where Failure == Never {
  /// Subscribes for the rest of the process: what `sink` does, but for the token that unsubscribes.
  fileprivate func observe(_ receive: @escaping (Output) -> Void) {
    subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: receive))
  }
}

/// Carries a subject to another thread.
// Unchecked: a subject may be sent to from any thread, but does not say so to the compiler.
private struct Sender: @unchecked Sendable {
  let subject: PassthroughSubject<Int, Never>

  init(_ subject: PassthroughSubject<Int, Never>) {
    self.subject = subject
  }
}
