import Foundation
import Rooms
import Text

/// The thermometers of this machine, each once: hwmon sensors, thermal zones that are not among these, and 1-wire sensors.
struct SensorSearch {
  private let files: SystemFiles
  private var found: [Found] = []

  private struct Found {
    var kind: MachineSensor.Kind
    /// The location, without numbers that change with a restart.
    var place: String
    var chip: String?
    var label: String?
    /// The last part of its device's path, which distinguishes two chips of the same kind.
    var device: String?
    /// Its ordinal on its chip.
    var number: Int
  }

  static func sensors(in files: SystemFiles) -> [MachineSensor] {
    var search = SensorSearch(files: files)
    search.findOneWire()
    search.findHardwareMonitors()
    search.findThermalZones()
    return search.named
  }

  /// Returns why no sensors were found: there are none, or they cannot be listed.
  static func emptiness(in files: SystemFiles) -> SafeText {
    for folder in ["bus/w1/devices", "class/hwmon", "class/thermal"] {
      guard let number = files.refusal(of: folder) else { continue }
      let reason = SafeText(oneLine: String(cString: strerror(number)))
      return "\(SafeText(oneLine: "\(files.root)/\(folder)")) cannot be read: \(reason)"
    }
    return "this machine has no temperature sensors"
  }

  private init(files: SystemFiles) { self.files = files }

  /// Returns the names in a folder that begin with a word and end with a number, sorted by number.
  private func numbered(_ word: String, in folder: String, suffix: String = "") -> [(name: String, number: Int)] {
    files.names(in: folder).compactMap { name -> (name: String, number: Int)? in
      guard name.begins(with: word), name.ends(with: suffix) else { return nil }
      return Int(name.dropFirst(word.count).dropLast(suffix.count)).map { (name, $0) }
    }
    .sorted { $0.number < $1.number }
  }

  private mutating func findHardwareMonitors() {
    let hasOneWire = !found.isEmpty
    for (name, _) in numbered("hwmon", in: "class/hwmon") {
      let monitor = "class/hwmon/\(name)"
      // Old drivers have the attributes in the device's folder.
      let folder = numbered("temp", in: monitor, suffix: "_input").isEmpty ? "\(monitor)/device" : monitor
      let inputs = numbered("temp", in: folder, suffix: "_input")
      let chip = files.text("\(monitor)/name") ?? files.text("\(folder)/name")
      // The 1-wire bus has them already.
      if hasOneWire, chip == "w1_slave_temp" { continue }
      let device = files.target(of: "\(monitor)/device")
      for (_, number) in inputs {
        let label = files.text("\(folder)/temp\(number)_label")
        found.append(
          Found(
            kind: .hwmon(input: "\(folder)/temp\(number)_input", fault: "\(folder)/temp\(number)_fault"),
            place: Self.withoutNumbers(device ?? name), chip: chip,
            label: label ?? (inputs.count > 1 ? "temp\(number)" : nil),
            device: device?.split(separator: "/").last.map(String.init), number: number))
      }
    }
  }

  /// Omits zones that a driver offers as hwmon as well, with another spelling of their type.
  private mutating func findThermalZones() {
    let chips = Set(found.compactMap { $0.chip?.replacing("-", with: "_") })
    let monitored = Set(
      numbered("hwmon", in: "class/hwmon").compactMap { files.target(of: "class/hwmon/\($0.name)/device") })
    for (name, number) in numbered("thermal_zone", in: "class/thermal") {
      let folder = "class/thermal/\(name)"
      let type = files.text("\(folder)/type")
      guard type.map({ !chips.contains($0.replacing("-", with: "_")) }) ?? true,
        files.target(of: folder).map({ !monitored.contains($0) }) ?? true
      else { continue }
      found.append(
        Found(
          kind: .thermal(input: "\(folder)/temp"), place: "thermal", chip: type ?? name, label: nil, device: name,
          number: number))
    }
  }

  /// Finds thermometers of Maxim's family 28, such as the DS18B20; their names are their serial numbers.
  private mutating func findOneWire() {
    let folder = "bus/w1/devices"
    for name in files.names(in: folder).filter({ $0.begins(with: "28-") }).sorted() {
      found.append(
        Found(kind: .oneWire(folder: "\(folder)/\(name)"), place: name, chip: nil, label: name, device: nil, number: 1))
    }
  }

  /// Returns a device's path without numbers assigned in the order of discovery.
  private static func withoutNumbers(_ path: String) -> String {
    path.split(separator: "/").map { part in
      let word = part.prefix { !$0.isNumber }
      return ["hwmon", "nvme", "phy", "card", "host"].contains(word) ? String(word) : String(part)
    }.joined(separator: "/")
  }

  private var named: [MachineSensor] {
    // A device's name is more informative than a number for a second chip with the same name.
    let plain = found.map { [$0.chip, $0.label] }
    let byDevice = found.map { [$0.device ?? $0.chip, $0.label] }
    let names = found.indices.map { index in
      let one = found[index]
      if Self.count(of: plain[index], in: plain) == 1 { return Self.text(plain[index]) }
      if Self.count(of: byDevice[index], in: byDevice) == 1 { return Self.text(byDevice[index]) }
      return Self.text(byDevice[index] + ["\(one.number)"])
    }
    var ordinals: [String: Int] = [:]
    return zip(found, names).map { one, name in
      let key = "\(one.place)|\(one.chip ?? "")|\(one.label ?? "")|\(one.number)"
      // Devices that are otherwise equal are distinguished by their order.
      let ordinal = ordinals[key, default: 0]
      ordinals[key] = ordinal + 1
      return MachineSensor(
        key: RoomKey(ordinal == 0 ? key : "\(key)|\(ordinal)"), name: name, kind: one.kind)
    }
  }

  private static func count(of name: [String?], in names: [[String?]]) -> Int { names.count { $0 == name } }

  private static func text(_ words: [String?]) -> SafeText {
    SafeText(oneLine: words.compactMap(\.self).joined(separator: " "), limit: 80)
  }
}
