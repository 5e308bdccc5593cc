/// Joins the sources of `combineLatest`.
///
/// It has no type parameter: for each type of a subclass the runtime looks up the superclass, which takes longer if the
/// superclass is generic, and longer still if it has requirements.
// Unchecked because it has subclasses. The output's gate guards all mutable state, here and in subclasses.
class LatestCombination: @unchecked Sendable {
  /// The number of sources that have not completed.
  fileprivate final let running: Gated<Int>

  fileprivate init(of count: Int) {
    running = Gated(count)
  }

  /// Delivers the combination of the newest values if all sources have sent one. Call it from inside the gate of the
  /// output.
  func combine() {
    preconditionFailure("a combination's subclass knows what it combines")
  }
}

/// A combination of two sources, the usual case.
// Unchecked as its superclass is.
final class LatestPair<A: Sendable, B: Sendable, Value: Sendable, Error: Swift.Error>:
  LatestCombination, @unchecked Sendable
{
  let output = Signal<Value, Error>.Core()
  let (a, b) = (Place<A>(), Place<B>())
  private let transform: @Sendable (A, B) -> Value

  init(_ transform: @escaping @Sendable (A, B) -> Value) {
    self.transform = transform
    super.init(of: 2)
  }

  override func combine() {
    if a.isTaken, b.isTaken { output.deliver(transform(a.value, b.value)) }
  }
}

/// A combination of any number of sources.
// Unchecked as its superclass is.
final class LatestOfMany<Value: Sendable, Error: Swift.Error>: LatestCombination, @unchecked Sendable {
  let output = Signal<Value, Error>.Core()
  /// The newest value of each source.
  let latest: [AnyPlace]
  private let deliver: @Sendable ([AnyPlace], Signal<Value, Error>.Core) -> Void
  /// Whether all sources have sent a value. Once true, it stays true.
  private var isComplete = false

  /// - Parameter deliver: Delivers the combination of the newest values.
  init(_ latest: [AnyPlace], _ deliver: @escaping @Sendable ([AnyPlace], Signal<Value, Error>.Core) -> Void) {
    self.latest = latest
    self.deliver = deliver
    super.init(of: latest.count)
  }

  override func combine() {
    if !isComplete {
      isComplete = latest.allSatisfy(\.isTaken)
      if !isComplete { return }
    }
    deliver(latest, output)
  }
}

extension Signal {
  /// One source of a combination.
  private final class LatestSink<U: Sendable>: Sink {
    private let latest: Place<Value>
    private let combination: LatestCombination
    private let output: Signal<U, Error>.Core

    init(_ latest: Place<Value>, _ combination: LatestCombination, _ output: Signal<U, Error>.Core) {
      self.latest = latest
      self.combination = combination
      self.output = output
    }

    override func receive(_ value: Value) {
      guard output.tryEnter() else { return leave(value) }
      latest.set(value)
      combination.combine()
      output.leave()
    }

    /// Leaves the value to the thread inside the gate.
    @inline(never)
    private func leave(_ value: Value) {
      output.perform { [latest, combination] in
        latest.set(value)
        combination.combine()
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      // The interruption overtakes waiting values.
      if case .interrupted = termination { output.cut() }
      output.perform { [combination, output] in
        if case .completed = termination {
          combination.running.value -= 1
          if combination.running.value > 0 { return }
        }
        output.terminate(termination)
      }
    }
  }

  /// Feeds a combination, and its output, with this signal's events.
  func feed<U>(
    _ combination: LatestCombination, as latest: Place<Value>, to output: Signal<U, Error>.Core
  ) -> Disposable? {
    core.attach(LatestSink(latest, combination, output))
  }

  /// Returns an empty place for this signal's newest value.
  func makePlace() -> AnyPlace { Place<Value>() }

  /// Feeds a combination with this signal's events.
  ///
  /// - Parameter index: The index of the place that this signal has made.
  func feed<U>(_ combination: LatestOfMany<U, Error>, at index: Int) -> Disposable? {
    feed(combination, as: unsafeDowncast(combination.latest[index], to: Place<Value>.self), to: combination.output)
  }
}
