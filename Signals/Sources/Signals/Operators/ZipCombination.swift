/// The unused values of a source of `zip`, of any type.
// Unchecked because it has a subclass; the gate of the output guards both.
class AnyZipSource: @unchecked Sendable {
  final var isComplete = false

  /// Whether no value is left.
  var isEmpty: Bool { preconditionFailure("a source's subclass has the values") }

  /// Whether there is no value and will be none.
  final var isDrained: Bool { isComplete && isEmpty }
}

// Unchecked as its superclass is.
final class ZipSource<Part: Sendable>: AnyZipSource, @unchecked Sendable {
  let unused = ValueQueue<Part>()

  override var isEmpty: Bool { unused.isEmpty }

  func take() -> Part { unused.takeFirst() }
}

/// Joins the sources of `zip`.
// Unchecked because it has subclasses. The output's gate guards all mutable state, here and in subclasses.
class ZipCombination<Value: Sendable, Error: Swift.Error>: @unchecked Sendable {
  final let output = Signal<Value, Error>.Core()

  /// Delivers the combination of the oldest unused values if each source has one. Call it from inside the gate of the
  /// output.
  ///
  /// - Returns: Whether one of the sources has completed and has no value left.
  func combine() -> Bool {
    preconditionFailure("a combination's subclass knows what it combines")
  }

  final func end(_ source: AnyZipSource, _ termination: Termination<Error>) {
    // The interruption overtakes waiting values.
    if case .interrupted = termination { output.cut() }
    output.perform { [self] in
      if case .completed = termination {
        source.isComplete = true
        if !source.isDrained { return }
      }
      output.terminate(termination)
    }
  }
}

/// A combination of two sources, the usual case.
// Unchecked as its superclass is.
final class ZipPair<A: Sendable, B: Sendable, Value: Sendable, Error: Swift.Error>:
  ZipCombination<Value, Error>, @unchecked Sendable
{
  let (a, b) = (ZipSource<A>(), ZipSource<B>())
  private let transform: @Sendable (A, B) -> Value

  init(_ transform: @escaping @Sendable (A, B) -> Value) {
    self.transform = transform
  }

  override func combine() -> Bool {
    if a.unused.isEmpty || b.unused.isEmpty { return false }
    output.deliver(transform(a.take(), b.take()))
    return a.isDrained || b.isDrained
  }
}

/// A combination of any number of sources.
// Unchecked as its superclass is.
final class ZipOfMany<Value: Sendable, Error: Swift.Error>: ZipCombination<Value, Error>, @unchecked Sendable {
  private let sources: [AnyZipSource]
  private let deliver: @Sendable (Signal<Value, Error>.Core) -> Void

  /// - Parameter deliver: Takes a value of each source and delivers their combination.
  init(_ sources: [AnyZipSource], _ deliver: @escaping @Sendable (Signal<Value, Error>.Core) -> Void) {
    self.sources = sources
    self.deliver = deliver
  }

  override func combine() -> Bool {
    if sources.contains(where: \.isEmpty) { return false }
    deliver(output)
    return sources.contains(where: \.isDrained)
  }
}

extension Signal {
  /// One source of a combination.
  private final class ZipSink<U: Sendable>: Sink {
    private let source: ZipSource<Value>
    private let combination: ZipCombination<U, Error>
    private let output: Signal<U, Error>.Core

    init(_ source: ZipSource<Value>, _ combination: ZipCombination<U, Error>) {
      self.source = source
      self.combination = combination
      output = combination.output
    }

    override func receive(_ value: Value) {
      guard output.tryEnter() else { return leave(value) }
      source.unused.append(value)
      if combination.combine() { output.terminate(.completed) }
      output.leave()
    }

    /// Leaves the value to the thread inside the gate.
    @inline(never)
    private func leave(_ value: Value) {
      output.perform { [source, combination, output] in
        source.unused.append(value)
        if combination.combine() { output.terminate(.completed) }
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      combination.end(source, termination)
    }
  }

  /// Feeds a combination with this signal's events.
  func feed<U>(_ combination: ZipCombination<U, Error>, as source: ZipSource<Value>) -> Disposable? {
    core.attach(ZipSink(source, combination))
  }
}
