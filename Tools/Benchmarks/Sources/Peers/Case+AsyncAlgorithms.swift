import AsyncAlgorithms
import Workloads

/// A case set up and ready, like a `Batch`.
public typealias AsyncBatch = (_ count: Int) async -> Void

extension Case {
  /// Whether AsyncAlgorithms has what the case asks for. It has no property, nothing to be disposed of, and no sender inside a
  /// delivery, which is the receiver's own loop.
  public var isInAsyncAlgorithms: Bool {
    ![.property, .observeDispose, .reentrant, .delay, .start, .composition, .action].contains(self)
  }

  /// Whether the standard library's `AsyncStream` and its operators are all that the case needs.
  public var isInAsyncStream: Bool { [.pipe, .mapFilter, .twoThreads].contains(self) }

  /// The case, done with AsyncAlgorithms.
  ///
  /// Values come from the standard library's `AsyncStream`. Where the operator allows it, a batch lies ready in the
  /// stream before it is read, which is the cheapest way to feed a sequence.
  public func asyncAlgorithms() async -> AsyncBatch {
    let (stream, input) = AsyncStream<Int>.makeStream()

    switch self {
    case .pipe:
      return read(stream, fedBy: input)

    case .mapFilter:
      return read(stream.map { $0 + 1 }.filter { $0 > 0 }, fedBy: input)

    case .fiveStages:
      return read(
        stream.map { $0 + 1 }.filter { $0 > 0 }.removeDuplicates().compactMap { Optional($0) }.map { -$0 },
        fedBy: input)

    case .fanOut10:
      return { await fanOut($0, to: 10) }

    case .fanOut100:
      return { await fanOut($0, to: 100) }

    case .combineLatest:
      let (other, otherInput) = AsyncStream<Int>.makeStream()
      let receiver = Receiver(AsyncAlgorithms.combineLatest(stream, other))
      input.yield(0)
      otherInput.yield(0)
      await receiver.receive(1)
      return { count in
        // One at a time, or it would be chance which values are combined.
        await receiver.receive(
          count,
          sendingEach: {
            if $0 & 1 == 0 { input.yield($0) } else { otherInput.yield($0) }
          })
      }

    case .merge:
      let sources = (0..<4).map { _ in AsyncStream<Int>.makeStream() }
      let receiver = Receiver(
        AsyncAlgorithms.merge(
          AsyncAlgorithms.merge(sources[0].stream, sources[1].stream),
          AsyncAlgorithms.merge(sources[2].stream, sources[3].stream)))
      return { count in
        for value in 0..<count { sources[value & 3].continuation.yield(value) }
        await receiver.receive(count)
      }

    case .flatMapLatest:
      let receiver = Receiver(stream.flatMapLatest { value in AsyncStream { $0.yield(value) } })
      return { count in
        // One at a time, or the inner sequences would be left before they are read.
        await receiver.receive(count, sendingEach: { input.yield($0) })
      }

    case .throttle:
      return pour { $0._throttle(for: .seconds(untilTheEnd)) }

    case .debounce:
      return pour { $0.debounce(for: .seconds(untilTheEnd)) }

    case .collectEvery:
      return pour { $0.chunked(by: .repeating(every: .milliseconds(10))) }

    case .hop:
      let channel = AsyncChannel<Int>()
      return { count in
        async let sending: Void = {
          for value in 0..<count { await channel.send(value) }
        }()
        var iterator = channel.makeAsyncIterator()
        let tally = Tally()
        for _ in 0..<count {
          if let value = await iterator.next() { tally.add(value) }
        }
        await sending
        tally.take(expecting: count)
      }

    case .twoThreads:
      let receiver = Receiver(stream)
      return { count in
        onTwoThreads {
          for value in 0..<count / 2 { input.yield(value) }
        }
        await receiver.receive(count / 2 * 2)
      }

    case .zip:
      let (other, otherInput) = AsyncStream<Int>.makeStream()
      let receiver = Receiver(AsyncAlgorithms.zip(stream, other))
      return { count in
        for value in 0..<count {
          input.yield(value)
          otherInput.yield(value)
        }
        await receiver.receive(count)
      }

    case .property, .observeDispose, .reentrant, .delay, .start, .composition, .action:
      preconditionFailure("AsyncAlgorithms has no such thing.")
    }
  }
}

/// Reads a sequence, some values at a time.
private final class Receiver<Source: AsyncSequence> where Source.Failure == Never {
  private var iterator: Source.AsyncIterator

  init(_ source: Source) {
    iterator = source.makeAsyncIterator()
  }

  func receive(_ count: Int) async {
    await receive(count, sendingEach: { _ in })
  }

  /// Receives `count` values, and before each calls `send`.
  func receive(_ count: Int, sendingEach send: (Int) -> Void) async {
    var iterator = iterator
    for value in 0..<count {
      send(value)
      guard await iterator.next(isolation: nil) != nil else { preconditionFailure("The sequence has ended.") }
    }
    self.iterator = iterator
  }
}

/// Sends all values, then reads what comes of them.
private func read<Source: AsyncSequence>(
  _ source: Source, fedBy input: AsyncStream<Int>.Continuation
) -> AsyncBatch where Source.Failure == Never {
  let receiver = Receiver(source)
  return { count in
    for value in 0..<count { input.yield(value) }
    await receiver.receive(count)
  }
}

/// Sends values into an operator that keeps most of them to itself, and waits until it has taken the last.
private func pour<Output: AsyncSequence & Sendable>(
  into transform: (AsyncMapSequence<AsyncStream<Int>, Int>) -> Output
) -> AsyncBatch {
  let (stream, input) = AsyncStream<Int>.makeStream()
  let (arrivals, arrival) = AsyncStream<Void>.makeStream()
  let output = transform(
    stream.map { value in
      if value == 0 { arrival.yield() }
      return value
    })
  Task {
    for try await _ in output {}
  }
  let lastOnes = Receiver(arrivals)
  return { count in
    for value in (0..<count).reversed() { input.yield(value) }
    await lastOnes.receive(1)
  }
}

/// Sends values to a number of tasks, started anew for each batch.
private func fanOut(_ count: Int, to receivers: Int) async {
  let (stream, input) = AsyncStream<Int>.makeStream()
  let shared = stream.share(bufferingPolicy: .unbounded)
  let received = await withTaskGroup(of: Int.self) { group in
    // Each begins at the value that is the next when it is made, so all are made first.
    let iterators = (0..<receivers).map { _ in shared.makeAsyncIterator() }
    for value in 0..<count { input.yield(value) }
    input.finish()
    for iterator in iterators {
      // Unsafe: this task does not use it any more, and each receiver has one of its own.
      nonisolated(unsafe) let iterator = iterator
      group.addTask { @Sendable in
        var (iterator, received) = (iterator, 0)
        while await iterator.next(isolation: nil) != nil { received += 1 }
        return received
      }
    }
    return await group.reduce(0, +)
  }
  precondition(received == receivers * count, "\(received) of \(receivers * count) values have arrived.")
}
