import Testing

@testable import Clients
@testable import RoomsEdge

/// What a number is by the words that a source has for it.
@Suite struct StatedQuantityTests {
  @Test(
    arguments: [
      ("tado_temperature_comfort_celsius", .set), ("mqtt_eco_temperature", .set),
      ("mqtt_away_preset_temperature", .set),
      ("mqtt_holiday_temperature", .set), ("eq3_window_open_temperature", .set), ("hall_target_temperature_high", .set),
      ("nest_set_point_celsius", .set), ("mqtt_occupied_heating_setpoint", .set),
      ("mqtt_local_temperature_calibration", .calibration), ("trv_dead_zone_temperature", .calibration),
      ("trv_deadzone_temperature", .calibration), ("boiler_temperature_offset", .calibration),
      ("boiler_max_temperature_delta", .difference), ("room:temperature_celsius:delta5m", .difference),
      ("smartmon_temperature_celsius_worst", .score), ("disk_temperature_normalized", .score),
      ("smartmon_temperature_celsius_threshold", .limit), ("node_hwmon_temp_crit_celsius", .limit),
      ("hall_temperature_max", .extreme), ("lamp_color_temperature_kelvin", .colour),
      ("hall_temperature_celsius", nil), ("climate_current_temperature_celsius", nil), ("ecobee_temperature", nil),
      ("zigbee_window_sensor_temperature", nil), ("settings_temperature", nil), ("targets_temperature", nil),
    ] as [(String, StatedQuantity?)])
  func aNameSaysWhatItsNumberIs(name: String, expected: StatedQuantity?) {
    #expect(StatedQuantity(identifier: name.lowercasedWords) == expected)
  }

  @Test(
    arguments: [
      ("Hall target temperature", .set), ("Comfort temperature", .set), ("TRV Eco Mode Temperature", .set),
      ("trv_local_temperature_calibration", .calibration), ("Boiler set point", .set), ("hall_setpoint", .set),
      ("Temperature offset", .calibration), ("Target room temperature", .set), ("Window temperature", .set),
      ("Window open temperature", .set), ("Supply temperature difference", .difference), ("Solltemperatur", .set),
      ("Dead zone", .calibration), ("Temperature score", .score),
      // Places of these names, and words that are parts of others.
      ("Holiday home temperature", nil), ("Eco house", nil), ("Target Street attic temperature", nil),
      ("Away team's room", nil), ("Economics lab temperature", nil), ("Max temperature", nil), ("Hall", nil), ("", nil),
      ("Hall temperature offset corrected", nil),
    ] as [(String, StatedQuantity?)])
  func aPersonsNameCountsBesideTheWordTemperature(text: String, expected: StatedQuantity?) {
    #expect(StatedQuantity(phrase: text) == expected)
  }

  @Test func aWindowWhoseTemperatureIsMeasuredIsAPlace() {
    #expect(StatedQuantity(phrase: "Window temperature", isMeasurement: true) == nil)
    #expect(StatedQuantity(phrase: "Comfort temperature", isMeasurement: true) == .set)
  }

  @Test(
    arguments: [
      ("comfort", .set), ("target", .set), ("SET_TEMPERATURE", .set), ("setPoint", .set), ("window", .set),
      ("max", .extreme), ("calibration", .calibration), ("trip", .limit), ("lifetime_max", .extreme),
      ("HEATING", nil), ("acpitz", nil), ("window_sensor", nil), ("current", nil), ("ACTUAL_TEMPERATURE", nil),
      ("", nil),
    ] as [(String, StatedQuantity?)])
  func aKindIsThatOfItsWords(text: String, expected: StatedQuantity?) {
    #expect(StatedQuantity(kind: text) == expected)
  }

  @Test(
    arguments: [
      ("The target temperature of a zone", .set), ("Set point of the thermostat", .set),
      ("Difference between flow and return", .difference), ("Temperature calibration of the sensor", .calibration),
      ("Normalized value of the attribute", .score), ("Temperature threshold for shutdown", .limit),
      ("Current room temperature, compared with the target temperature", nil), ("Current and target temperature", nil),
      ("Maximum temperature of the day", nil), ("Outdoor temperature for the heating curve's set point", nil),
      ("Sensor data measured in celsius", nil), ("Temperature offset corrected", nil),
    ] as [(String, StatedQuantity?)])
  func aHelpIsASentence(text: String, expected: StatedQuantity?) {
    #expect(StatedQuantity(help: text) == expected)
  }

  @Test(
    arguments: [
      ("°C", .celsius), ("\u{2103}", .celsius), ("ºC", .celsius), ("deg C", .celsius), ("Degrees Celsius", .celsius),
      ("celcius", .celsius), ("\u{2109}", .fahrenheit), ("degF", .fahrenheit), ("degrees_fahrenheit", .fahrenheit),
      ("K", .kelvin), ("Kelvin", .kelvin), ("0.1", nil), ("%", nil), ("°R", nil), ("", nil), ("deg", nil), ("C2", nil),
    ] as [(String, TemperatureScale?)])
  func aUnitHasManySpellings(text: String, expected: TemperatureScale?) {
    #expect(TemperatureScale(unit: text) == expected)
  }
}
