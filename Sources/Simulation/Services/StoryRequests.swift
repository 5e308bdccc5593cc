import Model
import Signals
import Synchronization

/// Requests that a story answers by hand, in the order it likes.
public final class StoryRequests<Value: Sendable>: Sendable {
  private typealias Input = Signal<Value, ServiceError>.Observer
  private struct State {
    var asked: [String] = []
    /// One a request; nothing once it was answered or cancelled.
    var inputs: [Input?] = []
  }

  private let state = Mutex(State())

  /// What was asked, in order, also what was answered or cancelled since.
  public var asked: [String] { state.withLock { $0.asked } }

  public init() {}

  /// A request that waits until it is answered.
  public func producer(_ asked: String) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let index = state.withLock { state in
        state.asked.append(asked)
        state.inputs.append(observer)
        return state.inputs.count - 1
      }
      lifetime.observeEnded { [weak self] in withExtendedLifetime(self?.take(index)) {} }
    }
  }

  /// Answers a request, unless it was answered or cancelled.
  ///
  /// - Parameter number: counted from 1; the latest request when `nil`.
  /// - Returns: whether there was something to answer.
  @discardableResult
  public func answer(_ number: Int?, with result: Result<Value, ServiceError>) -> Bool {
    let count = state.withLock { $0.inputs.count }
    guard let input = take((number ?? count) - 1) else { return false }
    switch result {
    case .success(let value):
      input.send(value: value)
      input.sendCompleted()
    case .failure(let error): input.send(error: error)
    }
    return true
  }

  private func take(_ index: Int) -> Input? {
    state.withLock { state in
      guard state.inputs.indices.contains(index) else { return nil }
      defer { state.inputs[index] = nil }
      return state.inputs[index]
    }
  }
}
