import Foundation
import Rooms
import Text

/// A thermometer of this machine, and its interface.
struct MachineSensor: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A file in thousandths of a degree, and a file that says whether the value is valid.
    case hwmon(input: String, fault: String)
    case thermal(input: String)
    /// A folder of a thermometer on a 1-wire bus.
    case oneWire(folder: String)
  }

  /// The key, which is the same after a restart, whatever numbers the kernel then assigns.
  var key: RoomKey
  var name: SafeText
  var kind: Kind
}

/// The value of a sensor.
enum SensorValue: Sendable, Hashable {
  case celsius(Double)
  /// Why there is no value.
  case silent(SafeText)
}

// MARK: - Reading

extension MachineSensor {
  /// The range of sensors on boards and in processors. Unconnected inputs read values outside it.
  private static let possible = -55.0...150.0
  /// The value of a DS18B20 after power-on, before its first measurement.
  private static let powerOn = 85.0

  /// Reads the sensor; may block for as long as its driver does.
  ///
  /// Sources: the kernel's Documentation/hwmon/sysfs-interface.rst, driver-api/thermal/sysfs-api.rst and
  /// w1/slaves/w1_therm.rst.
  func value(in files: SystemFiles) -> SensorValue {
    switch kind {
    case .hwmon(let input, let fault):
      if files.text(fault) == "1" { return .silent("its sensor reports a fault") }
      return Self.value(files.content(input)).withoutImpossible(Self.possible)
    case .thermal(let input): return Self.value(files.content(input)).withoutImpossible(Self.possible)
    case .oneWire(let folder):
      let value = Self.value(files.content("\(folder)/temperature"))
      if case .celsius = value { return value.withoutPowerOn(Self.powerOn).withoutImpossible(-55...125) }
      guard case .bytes(let bytes) = files.content("\(folder)/w1_slave"), !bytes.isEmpty else { return value }
      return Self.oneWire(bytes).withoutPowerOn(Self.powerOn).withoutImpossible(-55...125)
    }
  }

  private static func value(_ content: SystemFiles.Content) -> SensorValue {
    switch content {
    case .failure(let code): return .silent(reason(code))
    case .bytes(let bytes):
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.isEmpty else { return .silent("its sensor says nothing") }
      guard isWhole(bytes) else { return .silent(cutOff) }
      return Int(text).map { .celsius(Double($0) / 1_000) } ?? .silent("its sensor says something that is no number")
    }
  }

  /// Parses two lines: the first ends with the result of the checksum: `… crc=57 YES`, the second with `t=21062`.
  private static func oneWire(_ bytes: [UInt8]) -> SensorValue {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.count == 2, lines[0].ends(with: "YES") else { return .silent("the bus garbled its answer") }
    guard isWhole(bytes) else { return .silent(cutOff) }
    guard let number = lines[1].split(separator: "t=").last, lines[1].contains("t="), let thousandths = Int(number)
    else { return .silent("its sensor says something that is no number") }
    return .celsius(Double(thousandths) / 1_000)
  }

  /// Drivers end what they print with a line feed. Without it the end is missing: `21062` may have become `21`.
  private static func isWhole(_ bytes: [UInt8]) -> Bool { bytes.last == UInt8(ascii: "\n") }

  private static let cutOff: SafeText = "what its sensor says is cut off"

  private static func reason(_ code: Int32) -> SafeText {
    switch code {
    case ENODATA: "its sensor is switched off"
    case EAGAIN: "its sensor is not ready"
    case EIO: "its bus failed (EIO)"
    case EOPNOTSUPP: "its driver cannot read it"
    case EPERM, EACCES: "nobody may read it now"
    case ENODEV, ENOENT, ENXIO: "its sensor was removed"
    case EINVAL: "its driver refused to read it (EINVAL)"
    default: "its sensor cannot be read: \(SafeText(oneLine: String(cString: strerror(code))))"
    }
  }
}

extension SensorValue {
  fileprivate func withoutImpossible(_ possible: ClosedRange<Double>) -> SensorValue {
    guard case .celsius(let celsius) = self, !possible.contains(celsius) else { return self }
    return .silent("its sensor reads \(SafeText(celsius, decimals: 1)), as one does that is not connected")
  }

  fileprivate func withoutPowerOn(_ powerOn: Double) -> SensorValue {
    self == .celsius(powerOn) ? .silent("its sensor has not measured since power came on") : self
  }
}
