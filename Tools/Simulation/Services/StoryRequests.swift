import Model
import Signals
import Synchronization

/// Requests that a story answers manually, in any order.
public final class StoryRequests<Value: Sendable>: Sendable {
  private typealias Input = Signal<Value, ServiceError>.Observer
  private struct State {
    var asked: [String] = []
    /// One per request; `nil` after it was answered or cancelled.
    var inputs: [Input?] = []
  }

  private let state = Mutex(State())

  /// All requests in order, including those that have been answered or cancelled.
  public var asked: [String] { state.withLock { $0.asked } }

  public init() {}

  /// A request that waits for an answer.
  public func producer(_ asked: String) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let index = state.withLock { state in
        state.asked.append(asked)
        state.inputs.append(observer)
        return state.inputs.count - 1
      }
      lifetime.observeEnded { [weak self] in withExtendedLifetime(self?.reduce(index)) {} }
    }
  }

  /// Answers a request, unless it was answered or cancelled.
  ///
  /// - Parameter number: The number of the request, from 1; `nil` for the latest one.
  /// - Returns: Whether there was a request to answer.
  @discardableResult
  public func answer(_ number: Int?, with result: Result<Value, ServiceError>) -> Bool {
    let count = state.withLock { $0.inputs.count }
    guard let input = reduce((number ?? count) - 1) else { return false }
    switch result {
    case .success(let value):
      input.send(value: value)
      input.sendCompleted()
    case .failure(let error): input.send(error: error)
    }
    return true
  }

  private func reduce(_ index: Int) -> Input? {
    state.withLock { state in
      guard state.inputs.indices.contains(index) else { return nil }
      defer { state.inputs[index] = nil }
      return state.inputs[index]
    }
  }
}
