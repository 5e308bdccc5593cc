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

  /// What may be taken for a temperature, in degrees Celsius: nothing is colder than absolute zero, and no thermometer of a
  /// weather station survives more than this. One 10³⁰⁶ of a broken sensor in a chart, and it shows nothing else.
  public static let credible = -273.15...1_000.0
}

/// A history of temperatures.
public protocol TemperatureService: Sendable {
  /// The means between two instants, one a step, in the order of time and without repeats. One start is one request.
  ///
  /// - Parameter step: seconds.
  func temperatures(from start: Date, to end: Date, step: TimeInterval) -> SignalProducer<[Temperature], ServiceError>
  /// Where all answers come from.
  var origin: Origin { get }
}
