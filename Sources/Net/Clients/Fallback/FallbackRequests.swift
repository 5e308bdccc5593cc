import Foundation
import Model
import Signals

extension Fallback {
  /// Makes one request to the chosen service.
  ///
  /// - Parameters:
  ///   - reached: Sends at a sign of the live service.
  ///   - ask: Makes the request to a service.
  package func request<Value>(
    reached: Signal<Void, Never>, _ ask: @escaping @Sendable (Service) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { observer, lifetime in
      switch self.choice {
      case .live(let live): lifetime += ask(live).start(observer)
      case .demo: lifetime += self.askDemo(ask).start(observer)
      case .undecided(let live): self.askBoth(live, reached: reached, ask, observer, lifetime)
      }
    }
  }

  /// Asks the demonstration's service. If there is a sign of the live one before the answer or the failure, that is asked
  /// instead: the answer would be shown as live.
  private func askDemo<Value>(
    _ ask: @escaping @Sendable (Service) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { observer, lifetime in
      lifetime += self.queue.schedule {
        let answer: SignalProducer<Value, ServiceError>
        do throws(ServiceError) {
          answer = ask(try self.demo())
        } catch {
          answer = SignalProducer(error: error)
        }
        lifetime +=
          answer.materializeResults()
          .promoteError(ServiceError.self)
          .flatMap(.latest) { result -> SignalProducer<Value, ServiceError> in
            if case .live(let live) = self.choice { ask(live) } else { SignalProducer(result: result) }
          }
          .start(observer)
      }
    }
  }

  /// Asks the live service, and the demonstration's as soon as it is clear that the live one cannot be reached.
  private func askBoth<Value>(
    _ live: Service, reached: Signal<Void, Never>,
    _ ask: @escaping @Sendable (Service) -> SignalProducer<Value, ServiceError>,
    _ observer: Signal<Value, ServiceError>.Observer, _ lifetime: Lifetime
  ) {
    let decision = Decision()
    let liveRequest = SerialDisposable()
    lifetime += liveRequest

    @Sendable func settle(_ wanted: Decision.Outcome) {
      switch self.decide(decision, wanted) {
      case .live:
        self.chooseLive()
      case .demo:
        liveRequest.dispose()
        lifetime += self.askDemo(ask).start(observer)
      case nil: break
      }
    }

    lifetime += reached.observeValues { settle(.live) }
    lifetime += clock.schedule(after: clock.currentDate.addingTimeInterval(Self.patience)) { settle(.demo) }
    liveRequest.inner = ask(live).start { event in
      switch event {
      case .failed(let error) where error.isUnreachable: settle(.demo)
      case .value: settle(.live)
      case .failed, .completed, .interrupted: break
      }
      // Events of the live request after the decision for the demonstration are dropped.
      if decision.outcome != .demo { observer.send(event) }
    }
  }
}
