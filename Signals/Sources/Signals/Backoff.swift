#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The delay before each restart of work that keeps failing.
public struct Backoff: Sendable {
  private let seconds: @Sendable (Int) -> TimeInterval

  /// A delay that a closure computes.
  ///
  /// - Parameter delay: The seconds to wait before the restart with the given number; the first is number 1.
  public init(_ delay: @escaping @Sendable (_ restart: Int) -> TimeInterval) {
    seconds = delay
  }

  /// The same delay before each restart.
  public static func constant(_ interval: TimeInterval) -> Backoff {
    Backoff { _ in interval }
  }

  /// A delay that grows by the same amount with each restart, up to `maximum`.
  public static func linear(
    initial: TimeInterval, increment: TimeInterval, maximum: TimeInterval = .infinity
  ) -> Backoff {
    Backoff { min(maximum, initial + increment * TimeInterval($0 - 1)) }
  }

  /// A delay that is multiplied by `factor` with each restart, up to `maximum`.
  public static func exponential(
    initial: TimeInterval, factor: Double = 2, maximum: TimeInterval = .infinity
  ) -> Backoff {
    Backoff { min(maximum, initial * power(factor, Double($0 - 1))) }
  }

  /// The same delay before each restart, as a duration.
  @_disfavoredOverload
  public static func constant(_ interval: Duration) -> Backoff {
    constant(interval.timeInterval)
  }

  /// A delay that grows by the same amount with each restart, up to `maximum`, in durations.
  @_disfavoredOverload
  public static func linear(initial: Duration, increment: Duration, maximum: Duration? = nil) -> Backoff {
    linear(
      initial: initial.timeInterval, increment: increment.timeInterval, maximum: maximum?.timeInterval ?? .infinity)
  }

  /// A delay that is multiplied by `factor` with each restart, up to `maximum`, in durations.
  @_disfavoredOverload
  public static func exponential(initial: Duration, factor: Double = 2, maximum: Duration? = nil) -> Backoff {
    exponential(initial: initial.timeInterval, factor: factor, maximum: maximum?.timeInterval ?? .infinity)
  }

  /// Returns the seconds to wait before the restart with the given number; the first is number 1.
  public func delay(beforeRestart restart: Int) -> TimeInterval {
    max(0, seconds(restart))
  }
}

/// A random change of a delay, so that many clients that failed together do not come back together.
///
/// The names are those of Marc Brooker's "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
public struct Jitter: Sendable {
  /// The smallest and the largest factor that the delay is multiplied by.
  fileprivate let lowest: Double
  fileprivate let highest: Double

  /// The delay without a change.
  public static let none = Jitter(lowest: 1, highest: 1)

  /// A random delay between zero and the given one.
  public static let full = Jitter(lowest: 0, highest: 1)

  /// A random delay between half of the given one and all of it.
  public static let equal = Jitter(lowest: 0.5, highest: 1)

  /// A random delay that differs from the given one by up to `fraction` of it.
  public static func proportional(_ fraction: Double) -> Jitter {
    precondition((0...1).contains(fraction), "A fraction lies between 0 and 1.")
    return Jitter(lowest: 1 - fraction, highest: 1 + fraction)
  }

  /// Returns the changed delay.
  ///
  /// - Parameter random: A number from 0 up to 1.
  func applied(to delay: TimeInterval, random: Double) -> TimeInterval {
    delay * (lowest + (highest - lowest) * random)
  }
}
