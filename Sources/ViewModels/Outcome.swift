import Model
import Signals

/// What comes of a request: the answer, an error, or the end without either.
enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case failure(ServiceError)
  /// Completed or interrupted; nothing, where an answer came before.
  case end

  init(_ event: Signal<Value, ServiceError>.Event) {
    switch event {
    case .value(let value): self = .value(value)
    case .failed(let error): self = .failure(error)
    case .completed, .interrupted: self = .end
    }
  }
}

extension SignalProducer where Error == ServiceError {
  /// All that comes of the request as values, so that a failure does not end the stream of requests.
  var outcomes: SignalProducer<Outcome<Value>, Never> {
    materialize().map(Outcome.init)
  }
}
