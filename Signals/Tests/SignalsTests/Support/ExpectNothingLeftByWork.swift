import Foundation
import Signals
import SignalsTesting
import Testing

/// Starts work with an operator of producers, brings it to its end in every way there is, and checks that nothing is
/// left alive or scheduled, and that each start of the work has been let go of.
///
/// The work sends a value at once and goes on until it is ended from outside.
func expectNothingLeftByWork<Value, Error>(
  location: SourceLocation = #_sourceLocation,
  _ apply: (SignalProducer<Int, MarbleError>, TestScheduler) -> SignalProducer<Value, Error>
) {
  for ending in [Ending.completion, .failure, .interruption, .lossOfTheInput, .disposal] {
    let scheduler = TestScheduler()
    let (begun, ended) = (Counter(), Counter())
    let recorder = EventRecorder<Value, Error>()
    let survivors = LeakCheck.survivors { check in
      let (work, observed) = (check.probe("work"), check.probe("observer"))
      let producer = SignalProducer<Int, MarbleError> { observer, lifetime in
        begun.next()
        lifetime.observeEnded { withExtendedLifetime(work) { _ = ended.next() } }
        observer.send(value: begun.value)
        if ending == .lossOfTheInput { return }
        lifetime += scheduler.schedule(after: .seconds(1)) {
          switch ending {
          case .completion: observer.sendCompleted()
          case .failure: observer.send(error: MarbleError())
          case .interruption: observer.sendInterrupted()
          case .lossOfTheInput, .disposal, .neglect: break
          }
        }
        lifetime.observeEnded { _ = observer }
      }
      let start = apply(producer, scheduler).start { event in
        recorder.record(event)
        withExtendedLifetime(observed) {}
      }
      scheduler.advance(by: 0.5)
      if ending == .disposal { start.dispose() }
      scheduler.advance(by: 1_000)
      // Some operators go on with other work.
      start.dispose()
      scheduler.advance()
    }
    #expect(survivors.isEmpty, "\(ending): \(survivors)", sourceLocation: location)
    #expect(scheduler.scheduledCount == 0, "left scheduled by \(ending)", sourceLocation: location)
    #expect(begun.value > 0 && begun.value == ended.value, "\(ending)", sourceLocation: location)
    #expect(recorder.ending != nil && recorder.isWellFormed, "\(ending)", sourceLocation: location)
  }
}
