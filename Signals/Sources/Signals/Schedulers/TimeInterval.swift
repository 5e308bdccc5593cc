import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DispatchTimeInterval {
  /// The interval in seconds.
  public var timeInterval: TimeInterval {
    switch self {
    case .seconds(let seconds): TimeInterval(seconds)
    case .milliseconds(let milliseconds): TimeInterval(milliseconds) / 1e3
    case .microseconds(let microseconds): TimeInterval(microseconds) / 1e6
    case .nanoseconds(let nanoseconds): TimeInterval(nanoseconds) / 1e9
    case .never: .infinity
    @unknown default: .infinity
    }
  }

  /// The interval of `seconds`, to the nanosecond; `never` when that is too long to represent.
  init(seconds: TimeInterval) {
    self = Int(exactly: (seconds * 1e9).rounded()).map { .nanoseconds($0) } ?? .never
  }

  static func * (interval: DispatchTimeInterval, factor: Double) -> DispatchTimeInterval {
    DispatchTimeInterval(seconds: interval.timeInterval * factor)
  }
}

extension Duration {
  /// The duration in seconds.
  var timeInterval: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }

  /// The duration as Dispatch counts it, to the nanosecond.
  var dispatchInterval: DispatchTimeInterval { DispatchTimeInterval(seconds: timeInterval) }
}
