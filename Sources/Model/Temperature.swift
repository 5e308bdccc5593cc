import Foundation
import Signals

/// A mean temperature over one step of time.
public struct Temperature: Sendable, Hashable {
  /// The beginning of the step, as the server labels it.
  public var time: Date
  public var celsius: Double

  public init(time: Date, celsius: Double) {
    self.time = time
    self.celsius = celsius
  }
}

/// A history of temperatures.
public protocol TemperatureService: Sendable {
  /// The means between two instants, one a step, in the order of time and without repeats. One start is one request.
  ///
  /// - Parameter step: seconds.
  func temperatures(from start: Date, to end: Date, step: TimeInterval) -> SignalProducer<[Temperature], ServiceError>
  var origin: Property<Origin> { get }
  func retryLive()
}
