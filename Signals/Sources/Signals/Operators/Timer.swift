import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignalProducer where Value == Date, Error == Never {
  /// Sends the date every `interval` on `scheduler`, the first time after one `interval`; never ends.
  ///
  /// ```
  /// timer(interval: 3 columns, on:): ---t--t--t--t
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time from one date to the next.
  ///   - scheduler: The scheduler whose clock is used, and on which the dates are sent.
  ///   - leeway: The delay that is allowed for each date, so that the system can save power.
  public static func timer(
    interval: DispatchTimeInterval, on scheduler: DateScheduler, leeway: DispatchTimeInterval
  ) -> SignalProducer<Value, Error> {
    precondition(interval.timeInterval > 0, "An interval must be longer than nothing.")
    precondition(leeway.timeInterval >= 0, "A leeway cannot be negative.")
    return SignalProducer { core in
      let alarm = Alarm()
      core.setUpstream(alarm)
      let first = scheduler.currentDate.addingTimeInterval(interval.timeInterval)
      alarm.set {
        scheduler.schedule(after: first, interval: interval, leeway: leeway) { core.send(scheduler.currentDate) }
      }
    }
  }

  /// Sends the date every `interval` on `scheduler`, the first time after one `interval`, late by up to a tenth of it;
  /// never ends.
  public static func timer(
    interval: DispatchTimeInterval, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    timer(interval: interval, on: scheduler, leeway: interval * 0.1)
  }

  /// Sends the date every `interval` on `scheduler`, the first time after one `interval`, late by up to a tenth of it;
  /// never ends. See ``SignalProducer/timer(interval:on:)-(DispatchTimeInterval,_)``.
  @_disfavoredOverload
  public static func timer(interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    timer(interval: interval.dispatchInterval, on: scheduler)
  }

  /// Sends the date every `interval` on `scheduler`, the first time after one `interval`, late by up to `leeway`; never
  /// ends.
  @_disfavoredOverload
  public static func timer(
    interval: Duration, on scheduler: DateScheduler, leeway: Duration
  ) -> SignalProducer<Value, Error> {
    timer(interval: interval.dispatchInterval, on: scheduler, leeway: leeway.dispatchInterval)
  }
}

extension SignalProducer where Value == Date, Error == Never {
  /// Sends the date once, at `date` on `scheduler`, and completes; if `date` has passed, as soon as possible.
  ///
  /// ```
  /// timer(at: column 3, on:): ---(t|)
  /// ```
  public static func timer(at date: Date, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    SignalProducer { core in
      let alarm = Alarm()
      core.setUpstream(alarm)
      alarm.set {
        scheduler.schedule(after: date) {
          core.send(scheduler.currentDate)
          core.end(.completed)
        }
      }
    }
  }

  /// Sends the date at `date` on `scheduler`, and then every `interval`; never ends.
  ///
  /// A start after `date` sends as soon as possible, and then every `interval`: with a past date, a timer fires
  /// immediately.
  ///
  /// ```
  /// timer(every: 3 columns, startingAt: column 2, on:):  --t--t--t--t
  /// timer(every: 3 columns, startingAt: long ago, on:):  t--t--t--t--
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time from one date to the next, in seconds.
  ///   - date: The time of the first date.
  ///   - scheduler: The scheduler whose clock is used, and on which the dates are sent.
  public static func timer(
    every interval: TimeInterval, startingAt date: Date, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    precondition(interval > 0, "An interval must be longer than nothing.")
    return SignalProducer { core in
      let alarm = Alarm()
      core.setUpstream(alarm)
      let first = max(date, scheduler.currentDate)
      alarm.set {
        scheduler.schedule(after: first, interval: DispatchTimeInterval(seconds: interval), leeway: .seconds(0)) {
          core.send(scheduler.currentDate)
        }
      }
    }
  }

  /// Sends the date at `date` on `scheduler`, and then every `interval`; never ends. See
  /// ``timer(every:startingAt:on:)-(TimeInterval,_,_)``.
  @_disfavoredOverload
  public static func timer(
    every interval: Duration, startingAt date: Date, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    timer(every: interval.timeInterval, startingAt: date, on: scheduler)
  }
}

extension SignalProducer where Error == Never {
  /// Sends the elements of `values` one by one, one every `interval` on `scheduler`, and completes with the last.
  ///
  /// ```
  /// interval([a, b, c], interval: 3 columns, on:): ---a--b--(c|)
  /// ```
  public static func interval<S: Sequence & Sendable>(
    _ values: S, interval: DispatchTimeInterval, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> where S.Element == Value {
    SignalProducer<Date, Never>.timer(interval: interval, on: scheduler).lift { dates in
      dates.derive { Signal<Date, Never>.ElementSink(values.makeIterator(), $0) }
    }
  }

  /// Sends the elements of `values` one by one, one every `interval` on `scheduler`, and completes with the last. See
  /// ``SignalProducer/interval(_:interval:on:)-(_,DispatchTimeInterval,_)``.
  @_disfavoredOverload
  public static func interval<S: Sequence & Sendable>(
    _ values: S, interval: Duration, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> where S.Element == Value {
    .interval(values, interval: interval.dispatchInterval, on: scheduler)
  }
}

extension SignalProducer where Value == Int, Error == Never {
  /// Sends 0, 1, 2, …, one every `interval` on `scheduler`; never ends.
  ///
  /// ```
  /// interval(3 columns, on:): ---0--1--2--3
  /// ```
  public static func interval(
    _ interval: DispatchTimeInterval, on scheduler: DateScheduler
  ) -> SignalProducer<Value, Error> {
    .interval(0..., interval: interval, on: scheduler)
  }

  /// Sends 0, 1, 2, …, one every `interval` on `scheduler`; never ends. See ``SignalProducer/interval(_:on:)-(DispatchTimeInterval,_)``.
  @_disfavoredOverload
  public static func interval(_ interval: Duration, on scheduler: DateScheduler) -> SignalProducer<Value, Error> {
    .interval(interval.dispatchInterval, on: scheduler)
  }
}

extension Signal {
  /// Sends one element of a sequence for each value.
  fileprivate final class ElementSink<Elements: IteratorProtocol>: Operator<Elements.Element>
  where Elements.Element: Sendable {
    private var elements: Elements
    private var next: Elements.Element?

    init(_ elements: Elements, _ output: Signal<Elements.Element, Error>.Core) {
      self.elements = elements
      next = self.elements.next()
      super.init(output)
    }

    override func receive(_ value: Value) {
      if let element = next { output.deliver(element) }
      next = elements.next()
      if next == nil { output.terminate(.completed) }
    }
  }
}
