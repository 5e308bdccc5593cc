import Foundation

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
