import Foundation
import NetTesting
import Rooms
import Testing

@testable import Clients
@testable import RoomsEdge

/// The units of what exporters serve, as they say them in names, labels and metadata.
@Suite struct ExporterUnitTests {
  private static func rooms(_ body: [UInt8]) -> [ExporterRooms.Room] { ExporterRooms(PrometheusText(body)).rooms }

  private static func rooms(_ text: String) -> [String: Double] {
    Dictionary(rooms(Array((text + "\n").utf8)).map { ($0.name.string, $0.celsius) }) { $1 }
  }

  @Test(
    arguments: [
      ("exporter-tado.txt", ["Hall": 19.5, "Study": 21, "weather outside": 5]),
      ("exporter-esphome-whole.txt", ["Attic": 21.5, "Cellar": 12.25]),
      ("exporter-esphome-cut.txt", ["Attic": 21.5]),
      ("exporter-temperature-c.txt", ["larder": 14.2]),
      ("exporter-homeassistant.txt", ["Attic Temperature": 21.5, "Hall Temperature": 19.25]),
      ("5-smartmon/page.txt", ["smartmon": 31]),
    ] as [(String, [String: Double])])
  func pagesOfStrangersHaveTheirRooms(file: String, expected: [String: Double]) throws {
    let page = PrometheusText(try SampleFiles.bytes("field/\(file)"))
    let rooms = ExporterRooms(page).rooms
    #expect(Dictionary(uniqueKeysWithValues: rooms.map { ($0.name.string, $0.celsius) }) == expected)
    #expect(page.isCut == file.hasSuffix("cut.txt") && page.unreadableLines == 0)
  }

  @Test(
    arguments: [
      // A label that says the unit, in the spellings of exporters.
      (#"a_temperature{unit="fahrenheit"} 50"#, ["a": 10]), (#"a_temperature{unit="°F"} 50"#, ["a": 10]),
      (#"a_temperature{unit="C"} 10"#, ["a": 10]), (#"a_temperature{units="kelvin"} 283.15"#, ["a": 10]),
      (#"a_temp{unit_of_measurement="Cel"} 10"#, ["a": 10]), (#"a_value{unit="°C"} 10"#, ["a": 10]),
      (#"a_value{unit="celsius"} 10"#, ["a": 10]), (#"a_value{unit="C"} 10"#, [:]), (#"a_value{unit="%"} 10"#, [:]),
      // Names that end in a unit.
      ("esp_temperature_c 10", ["esp": 10]), ("esp_temperature_C 10", ["esp": 10]),
      ("esp_temperatureC 10", ["esp": 10]),
      ("attic_f 50", ["attic": 10]), ("temp_f 50", ["temp": 10]), ("attic_c 10", ["attic": 10]), ("phase_c 10", [:]),
      ("attic_k 10", [:]), ("c 10", [:]), ("a_temperature_value 10", ["a": 10]),
      ("a_temperature_celsius_value 10", ["a": 10]),
      // Labels of other names, and units within a value or a name.
      (#"a_temperature{scale="kelvin"} 283.15"#, ["a": 10]), (#"a_temperature{temperature_unit="F"} 50"#, ["a": 10]),
      (#"a_value{temperatureUnit="DEGREES_FAHRENHEIT"} 50"#, ["a": 10]),
      (#"a_temperature{scale="linear"} 10"#, ["a": 10]),
      (#"a_temperature{field="outdoor_temp_f"} 50"#, ["a": 10]),
      (#"a_temperature{name="Yard (°F)"} 50"#, ["Yard (°F)": 10]),
      (#"a_temperature{room="Kelvin"} 10"#, ["Kelvin": 10]), ("a_temperature_k 283.15", ["a": 10]),
      ("a_tempf 50", ["a": 10]),
      ("a_temperature_celsius_average 10", ["a": 10]), ("a_temperature_celsius_sum 10", [:]),
      ("a_temperature_celsius_count 10", [:]), ("a_temperature_celsius_bucket 10", [:]),
      // The help.
      ("# HELP a_temperature In degrees F\na_temperature 50", ["a": 10]),
      ("# HELP a_temperature Temperature (K)\na_temperature 283.15", ["a": 10]),
      ("# HELP a_temperature In Fahrenheit\na_temperature 50", ["a": 10]),
      ("# HELP a_temperature In °F\na_temperature 50", ["a": 10]),
      // What is measured in two units is one room, and the better known unit counts.
      ("a_temperature_celsius 10\na_temperature_fahrenheit 50", ["a": 10]),
      ("a_temperature_f 50\na_temperature 12", ["a": 10]),
      (#"a_temperature{unit="F"} 50\#na_temperature{unit="K"} 283.15"#, ["a": 10]),
      (#"a_celsius{room="x"} 10\#na_fahrenheit{room="y"} 50"#, ["x": 10, "y": 10]),
      // A difference, a set point and a colour are no temperatures.
      ("a_temperature_delta_celsius 5", [:]), ("a_temperature_offset_c 5", [:]),
      ("a_temperature_change_celsius 5", [:]),
      ("a_temperature_rate_celsius 5", [:]), ("a_diff_temperature_celsius 5", [:]),
      ("a_setting_temperature_celsius 5", [:]),
      ("a_color_temperature_kelvin 2700", [:]), ("a_temperature_ratio 0.5", [:]),
      ("a_comfort_temperature_celsius 5", [:]), ("a_holiday_temperature 5", [:]), ("a_temperature_setpoint_c 5", [:]),
      ("a_temperature_calibration_celsius 5", [:]), ("a_dead_zone_temperature 5", [:]),
      (#"a_temperature{type="target"} 5\#na_temperature{type="current"} 10"#, ["a": 10]),
      (#"a_celsius{datapoint="SET_TEMPERATURE"} 5"#, [:]), (#"a_celsius{name="Hall target temperature"} 5"#, [:]),
      (#"a_celsius{name="Window temperature"} 10"#, ["Window temperature": 10]),
      (#"a_celsius{mode="eco"} 10"#, ["a": 10]),
      (#"a_celsius{domain="number",entity="number.a"} 5"#, [:]), ("homeassistant_sensor_unit_celsius 5", [:]),
      ("# HELP a_celsius Target temperature of the zone\na_celsius 5", [:]),
      // Scores beside what was measured, and without it.
      ("a_temperature_celsius_raw_value 10\na_temperature_celsius_value 119", ["a": 10]),
      (#"a_temperature_value{smart_id="190"} 119"#, [:]), ("smartmon_temperature_celsius_value 119", [:]),
      (#"a_temperature{attribute_value_type="value"} 119\#na_temperature{attribute_value_type="raw"} 10"#, ["a": 10]),
    ] as [(String, [String: Double])])
  func aUnitIsObeyed(text: String, expected: [String: Double]) {
    #expect(Self.rooms(text).mapValues { ($0 * 1e9).rounded() / 1e9 } == expected)
  }

  @Test(arguments: [
    (#"a_temperature{unit="percent"} 41"#, "its unit is percent, which is no temperature"),
    (#"a_temperature{unit="°R"} 520"#, "its unit is °R, which is no temperature"),
    (#"a_temperature_celsius{unit="fahrenheit"} 41"#, "its name and its labels say different units"),
    ("# UNIT a_temperature_c fahrenheit\na_temperature_c 41", "its name and its labels say different units"),
    ("# HELP a_temperature In Celsius or Fahrenheit\na_temperature 41", "its help has several units"),
    ("# HELP a_celsius In Fahrenheit\na_celsius 41", "its name and its help say different units"),
    ("# HELP a_temperature In tenths of a degree Celsius\na_temperature 41", "its help says parts of a degree"),
    (#"a_temperature{scale="0.1"} 215"#, "its unit is 0.1, which is no temperature"),
    (#"a_temperature{unit="C",scale="kelvin"} 41"#, "its name and its labels say different units"),
  ])
  func whatContradictsCelsiusIsSilentWithTheReason(text: String, reason: String) {
    let rooms = Self.rooms(Array((text + "\n").utf8))
    #expect(rooms.map { $0.silence?.string } == [reason] && rooms.allSatisfy { $0.celsius.isNaN })
  }

  @Test(arguments: [
    (["sensor": "attic", "device": "Attic"], ["sensor": "hall", "device": "Hall"], ["Attic", "Hall"]),
    (["id": "a", "name": "Attic"], ["id": "h", "name": "Hall"], ["Attic", "Hall"]),
    (["id": "a", "name": "Room"], ["id": "h", "name": "Room"], ["Room a", "Room h"]),
    (["type": "acpitz", "zone": "0"], ["type": "cpu", "zone": "1"], ["acpitz 0", "cpu 1"]),
    (["unit": "celsius", "sensor": "a"], ["unit": "kelvin", "sensor": "b"], ["a", "b"]),
  ])
  func labelsThatRepeatOneAnotherStandOnce(one: [String: String], other: [String: String], expected: [String]) {
    let series = [one, other].map(SeriesLabels.init)
    let names = SeriesNames(series)
    #expect(series.map { names[$0]?.string } == expected)
  }
}
