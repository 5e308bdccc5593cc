import Model
import Signals
import Synchronization
import Testing

/// Requests that a story answers by hand, in the order it likes.
final class StoryRequests<Value: Sendable>: Sendable {
  private typealias Input = Signal<Value, ServiceError>.Observer
  private struct State {
    var asked: [String] = []
    /// One a request; nothing once it was answered or cancelled.
    var inputs: [Input?] = []
  }

  private let state = Mutex(State())

  var asked: [String] { state.withLock { $0.asked } }

  func producer(_ asked: String) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let index = state.withLock { state in
        state.asked.append(asked)
        state.inputs.append(observer)
        return state.inputs.count - 1
      }
      lifetime.observeEnded { [weak self] in withExtendedLifetime(self?.take(index)) {} }
    }
  }

  /// - Parameter number: counted from 1; the latest request when `nil`, which must not be answered or cancelled then.
  func answer(_ number: Int?, with result: Result<Value, ServiceError>) {
    let count = state.withLock { $0.inputs.count }
    guard let input = take((number ?? count) - 1) else {
      if number == nil { Issue.record("Nothing is asked for that could be answered.") }
      return
    }
    switch result {
    case .success(let value):
      input.send(value: value)
      input.sendCompleted()
    case .failure(let error): input.send(error: error)
    }
  }

  private func take(_ index: Int) -> Input? {
    state.withLock { state in
      guard state.inputs.indices.contains(index) else { return nil }
      defer { state.inputs[index] = nil }
      return state.inputs[index]
    }
  }
}
