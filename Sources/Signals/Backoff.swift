import Foundation

/// How long to wait before each restart of work that keeps failing.
public struct Backoff: Sendable {
  private let seconds: @Sendable (Int) -> TimeInterval

  /// A waiting time of its own making.
  ///
  /// - Parameter delay: The seconds to wait before the restart with the given number; the first is number 1.
  public init(_ delay: @escaping @Sendable (_ restart: Int) -> TimeInterval) {
    seconds = delay
  }

  /// The same time before each restart.
  public static func constant(_ interval: TimeInterval) -> Backoff {
    Backoff { _ in interval }
  }

  /// A time that grows by the same amount with each restart, up to `maximum`.
  public static func linear(
    initial: TimeInterval, increment: TimeInterval, maximum: TimeInterval = .infinity
  ) -> Backoff {
    Backoff { min(maximum, initial + increment * TimeInterval($0 - 1)) }
  }

  /// A time that is multiplied by `factor` with each restart, up to `maximum`.
  public static func exponential(
    initial: TimeInterval, factor: Double = 2, maximum: TimeInterval = .infinity
  ) -> Backoff {
    Backoff { min(maximum, initial * pow(factor, Double($0 - 1))) }
  }

  /// The same time before each restart.
  @_disfavoredOverload
  public static func constant(_ interval: Duration) -> Backoff {
    constant(interval.timeInterval)
  }

  /// A time that grows by the same amount with each restart, up to `maximum`.
  @_disfavoredOverload
  public static func linear(initial: Duration, increment: Duration, maximum: Duration? = nil) -> Backoff {
    linear(
      initial: initial.timeInterval, increment: increment.timeInterval, maximum: maximum?.timeInterval ?? .infinity)
  }

  /// A time that is multiplied by `factor` with each restart, up to `maximum`.
  @_disfavoredOverload
  public static func exponential(initial: Duration, factor: Double = 2, maximum: Duration? = nil) -> Backoff {
    exponential(initial: initial.timeInterval, factor: factor, maximum: maximum?.timeInterval ?? .infinity)
  }

  /// The seconds to wait before the restart with the given number; the first is number 1.
  public func delay(beforeRestart restart: Int) -> TimeInterval {
    max(0, seconds(restart))
  }
}

/// How chance changes a waiting time, so that many who failed together do not come back together.
///
/// The names are those of Marc Brooker's "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
public struct Jitter: Sendable {
  /// The smallest and the largest factor that the waiting time is multiplied by.
  fileprivate let lowest: Double
  fileprivate let highest: Double

  /// The waiting time as it is.
  public static let none = Jitter(lowest: 1, highest: 1)

  /// Anything between nothing and the waiting time.
  public static let full = Jitter(lowest: 0, highest: 1)

  /// Anything between half the waiting time and all of it.
  public static let equal = Jitter(lowest: 0.5, highest: 1)

  /// Up to `fraction` of the waiting time more or less.
  public static func proportional(_ fraction: Double) -> Jitter {
    precondition((0...1).contains(fraction), "A fraction lies between 0 and 1.")
    return Jitter(lowest: 1 - fraction, highest: 1 + fraction)
  }

  /// The changed time.
  ///
  /// - Parameter random: A number from 0 up to 1.
  func applied(to delay: TimeInterval, random: Double) -> TimeInterval {
    delay * (lowest + (highest - lowest) * random)
  }
}
