import Testing

@testable import Clients
@testable import RoomsEdge

/// What the text of a query says of the units of series that have lost their names.
@Suite struct QueryUnitsTests {
  private static func unit(_ query: String, _ labels: [String: String] = [:]) -> StatedUnit {
    QueryUnits(query).unit(labels: labels)
  }

  @Test(
    arguments: [
      // Functions and aggregations that keep the unit, wherever the clause stands.
      ("max_over_time(outside_temperature_fahrenheit[5m])", .fahrenheit),
      ("avg by (place) (lab_temperature_kelvin)", .kelvin), ("avg(lab_temperature_kelvin) by (place)", .kelvin),
      ("sum without (instance) (a_f)", .fahrenheit), ("topk(3, a_fahrenheit)", .fahrenheit),
      ("quantile_over_time(0.9, a_fahrenheit[1h:1m] offset -5m)", .fahrenheit),
      ("round(clamp_min(avg(a_fahrenheit @ end()), 0), 0.1)", .fahrenheit),
      ("label_replace(avg by (x) (a_kelvin), \"y\", \"$1\", \"x\", \"(.*)\")", .kelvin),
      ("avg(a_fahrenheit) > 70", .fahrenheit), ("70 < avg(a_fahrenheit)", .fahrenheit),
      ("avg(a_fahrenheit) and on (x) count(b)", .fahrenheit), ("max(a_fahrenheit) or min(b_f)", .fahrenheit),
      ("avg(a_fahrenheit) # as (a_celsius)", .fahrenheit), ("avg(room:temperature_fahrenheit:avg5m)", .fahrenheit),
      ("avg(a_fahrenheit) or vector(0)", .fahrenheit), ("sum(a_fahrenheit) / count(a_fahrenheit)", .fahrenheit),
      // What a selector says beside the name.
      ("avg(temperature{unit=\"fahrenheit\"})", .fahrenheit), ("avg(temperature{scale='kelvin'})", .kelvin),
      ("avg({__name__=\"a_fahrenheit\"})", .fahrenheit), ("avg({\"a.fahrenheit\",x=\"y\"})", .fahrenheit),
      ("avg({__name__=~\"a_f|b_fahrenheit\"})", .fahrenheit),
      // Conversions and corrections.
      ("(avg(a_fahrenheit) - 32) / 1.8", .celsius), ("(avg(a_fahrenheit) - 32) * 5 / 9", .celsius),
      ("5/9 * (avg(a_fahrenheit) - 32)", .celsius), ("avg(a_kelvin) - 273.15", .celsius),
      ("avg(a_kelvin) - 273", .celsius),
      ("avg(a_celsius) * 1.8 + 32", .fahrenheit), ("avg(a) * 9 / 5 + 32", .fahrenheit),
      ("avg(a_celsius) - -273.15", .kelvin), ("avg(a_fahrenheit) - 1.5", .fahrenheit),
      ("(avg(a_fahrenheit) - 32) / 1.8 - 0.5", .celsius), ("avg(a_celsius) / 10", .celsius),
      ("(avg(a_f) / 10 - 32) / 1.8", .celsius),
      // The mean of two, and labels of another metric.
      ("(a_fahrenheit + ignoring(x) b_fahrenheit) / 2", .fahrenheit),
      ("a_kelvin * on (chip, sensor) group_left (label) node_hwmon_sensor_label", .kelvin),
      ("a_fahrenheit + on (x) a_temperature_offset", .fahrenheit),
    ] as [(String, TemperatureScale)])
  func theMetricsInTheTextSayTheUnit(query: String, expected: TemperatureScale) {
    #expect(Self.unit(query) == .scale(expected))
  }

  @Test(arguments: [
    "avg(a)", "avg(a) / 1000", "vector(20)", "1 + 1", "avg(a) * on (x) b", "sensor_volts * 100 - 50", "",
  ])
  func whereNothingIsSaidNothingIsKnown(query: String) { #expect(Self.unit(query) == .none) }

  @Test(
    arguments: [
      "avg(a_fahrenheit) * 3", "avg(a_fahrenheit) - 32", "ln(a_kelvin)", "a_fahrenheit % 10", "a_fahrenheit ^ 2",
      "a_fahrenheit * b_fahrenheit", "a_fahrenheit + b_celsius - c_kelvin", "avg(a_fahrenheit) - avg(b) * 0.5",
      "max(a_fahrenheit) or min(b_celsius)", "avg(a_fahrenheit) or avg(b)", "avg({__name__=~\"a_f|b_c\"})",
      "(a_celsius + b_fahrenheit) / 2",
      // What cannot be read.
      "avg(a_fahrenheit", "WITH (x = a_fahrenheit) avg(x)", "avg(a_fahrenheit) \u{20AC}", "avg(a_fahrenheit{\"x\"=})",
    ])
  func whatCannotBeKnownIsNoTemperature(query: String) {
    guard case .other = Self.unit(query) else {
      Issue.record("\(query): \(Self.unit(query))")
      return
    }
  }

  @Test(arguments: [
    "delta(a_celsius[1h])", "avg(rate(a_celsius[5m])) * 60", "avg(a_celsius) - avg(b_celsius)",
    "a_celsius - a_celsius offset 1d", "stddev(a_celsius)", "avg(a_temperature_offset_celsius)",
    "max(a_eco_temperature)",
    "max(smartmon_temperature_celsius_value)",
  ])
  func whatWasNotMeasuredIsNone(query: String) {
    guard case .unmeasured = Self.unit(query) else {
      Issue.record("\(query): \(Self.unit(query))")
      return
    }
  }

  @Test(arguments: ["count(a_celsius)", "a_celsius > bool 20", "avg(room_humidity_percent)", "changes(a_celsius[1h])"])
  func aCountIsNoTemperature(query: String) {
    guard case .other = Self.unit(query) else {
      Issue.record("\(query): \(Self.unit(query))")
      return
    }
  }

  @Test func degreesCelsiusThatAreOnlyAssumedAreToldSo() {
    let unit = Self.unit("243.5 * ln(a_celsius) / (17.6 - b_celsius)")
    #expect(unit.scale == .celsius && unit.remark != nil)
    #expect(Self.unit("avg(a_celsius)").remark == nil)
  }

  @Test func labelsOfTheResultSayWhatTheMetricsUnitWas() {
    let labels = ["unit": "fahrenheit"]
    #expect(Self.unit("avg by (unit) (a)", labels) == .scale(.fahrenheit))
    #expect(Self.unit("(a - 32) / 1.8", labels) == .scale(.celsius))
    guard case .other = Self.unit("avg by (unit) (a_celsius)", labels) else {
      Issue.record("a contradiction")
      return
    }
  }

  @Test func aTextOfAnyDepthIsRead() {
    let deep = String(repeating: "(", count: 100_000) + "a_fahrenheit" + String(repeating: ")", count: 100_000)
    #expect(Self.unit(deep).contradiction != nil)
    // An even number of signs changes nothing.
    #expect(Self.unit(String(repeating: "-", count: 100_000) + "a_fahrenheit").scale == .fahrenheit)
    let wide = Array(repeating: "(a_f or b_f)", count: 200).joined(separator: " + ")
    #expect(Self.unit(wide).contradiction != nil)
  }
}
