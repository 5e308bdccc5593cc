import Foundation
import Signals
import SignalsTesting
import Testing

/// How the life of a stream comes to its end.
enum Ending: CaseIterable {
  case completion, failure, interruption, lossOfTheInput, disposal, neglect
}

/// Applies an operator, lets two values pass, brings the stream to its end in every way there is, and checks that
/// nothing is left alive or scheduled, and that what feeds the source has been disposed of.
///
/// - Parameter endsWithSource: Whether the output ends when the source does; if not, its observation is disposed of.
func expectNothingLeft<Value, Error>(
  endsWithSource: Bool = true, location: SourceLocation = #_sourceLocation,
  _ apply: @escaping @Sendable (Signal<Int, MarbleError>, TestScheduler) -> Signal<Value, Error>
) {
  for ending in Ending.allCases {
    let scheduler = TestScheduler()
    let feed = AnyDisposable()
    var survivors: [String] = []
    let left = LeakCheck.streamsLeft {
      survivors = LeakCheck.survivors { check in
        var source: Signal<Int, MarbleError>?
        var input: Signal<Int, MarbleError>.Observer?
        (source, input) = Signal.pipe(disposable: feed)
        var output = source.map { source in
          check.watch(source, "source")
          return check.watch(apply(source, scheduler), "output")
        }
        let recorder = EventRecorder<Value, Error>()
        var observation: Disposable?
        if ending != .neglect {
          let probe = check.probe("observer")
          observation = output?.observe { event in
            recorder.record(event)
            withExtendedLifetime(probe) {}
          }
        }
        input?.send(value: 1)
        scheduler.advance(by: 0.05)
        input?.send(value: 2)
        source = nil
        switch ending {
        case .completion: input?.sendCompleted()
        case .failure: input?.send(error: MarbleError())
        case .interruption: input?.sendInterrupted()
        case .lossOfTheInput: input = nil
        case .disposal: observation?.dispose()
        case .neglect: break
        }
        if ending == .disposal || ending == .neglect { output = nil }
        scheduler.advance(by: 100)
        if endsWithSource, ending != .disposal, ending != .neglect {
          #expect(recorder.ending != nil, "\(ending)", sourceLocation: location)
        }
        if !endsWithSource { observation?.dispose() }
        #expect(recorder.isWellFormed, "\(ending)", sourceLocation: location)
        withExtendedLifetime((source, input, output)) {}
      }
    }
    #expect(survivors.isEmpty, "\(ending): \(survivors)", sourceLocation: location)
    #expect(left.isEmpty, "\(ending): \(left)", sourceLocation: location)
    #expect(scheduler.scheduledCount == 0, "left scheduled by \(ending)", sourceLocation: location)
    #expect(feed.isDisposed, "\(ending)", sourceLocation: location)
  }
  expectNothingLeftByAStart(location: location, apply)
}

/// Starts a producer with an operator, disposes of the start, and checks that nothing is left alive or scheduled.
private func expectNothingLeftByAStart<Value, Error>(
  location: SourceLocation,
  _ apply: @escaping @Sendable (Signal<Int, MarbleError>, TestScheduler) -> Signal<Value, Error>
) {
  let scheduler = TestScheduler()
  let work = AnyDisposable()
  let survivors = LeakCheck.survivors { check in
    let probe = check.probe("work")
    let producer = SignalProducer<Int, MarbleError> { observer, lifetime in
      lifetime += work
      lifetime.observeEnded { withExtendedLifetime((probe, observer)) {} }
      observer.send(value: 1)
      observer.send(value: 2)
    }
    let observer = check.probe("observer")
    let recorder = EventRecorder<Value, Error>()
    let start = producer.lift { apply($0, scheduler) }.start { event in
      recorder.record(event)
      withExtendedLifetime(observer) {}
    }
    scheduler.advance(by: 0.05)
    start.dispose()
    scheduler.advance(by: 100)
    #expect(recorder.ending != nil, "start", sourceLocation: location)
    #expect(recorder.isWellFormed, "start", sourceLocation: location)
  }
  #expect(survivors.isEmpty, "start: \(survivors)", sourceLocation: location)
  #expect(scheduler.scheduledCount == 0, "left scheduled by a start", sourceLocation: location)
  #expect(work.isDisposed, "start", sourceLocation: location)
}
