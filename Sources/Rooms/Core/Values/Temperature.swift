import Foundation
import Model
import Signals

/// The mean temperature in one step of time.
public struct Temperature: Sendable, Hashable {
  /// The beginning of the step, as the server labels it.
  public var time: Date
  public var celsius: Double

  public init(time: Date, celsius: Double) {
    self.time = time
    self.celsius = celsius
  }

  /// The plausible temperatures in degrees Celsius: nothing is colder than absolute zero, and no thermometer of a weather
  /// station survives more than this. A single 10³⁰⁶ from a broken sensor would flatten a chart.
  public static let credible = -273.15...1_000.0
}

/// A history of temperatures.
public protocol TemperatureService: Sendable {
  /// Sends the means between two dates, one for each step, in order of time and without repeats. Each start is one request.
  ///
  /// - Parameter step: In seconds.
  func temperatures(from start: Date, to end: Date, step: TimeInterval) -> SignalProducer<[Temperature], ServiceError>
  /// The origin of all answers.
  var origin: Origin { get }
  /// See ``RoomAnswer/clockLead``; as of the last answer.
  var clockLead: TimeInterval { get }
}

extension TemperatureService {
  public var clockLead: TimeInterval { 0 }
}
