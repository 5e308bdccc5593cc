import Dispatch
import Foundation
import Glibc
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

@Suite(.timeLimit(.minutes(1))) struct MachineSourceTests {
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))

  private func values(_ sample: String) throws -> [(name: String, value: SensorValue)] {
    let system = try FakeSystem(sample: sample)
    defer { system.remove() }
    let files = system.files
    return SensorSearch.sensors(in: files).map { ($0.name.string, $0.value(in: files)) }
  }

  @Test func aDesktopsSensorsAreReadAndWhatIsNoTemperatureSaysWhy() throws {
    let values = try values("desktop_amd")
    let off = SensorValue.silent("its sensor is switched off")
    let expected: [(String, SensorValue)] = [
      ("nvme Composite", .celsius(38.85)), ("nvme Sensor 1", .celsius(76.85)), ("k10temp Tctl", .celsius(68.25)),
      ("k10temp Tccd1", .celsius(61.5)), ("k10temp Tccd2", .celsius(59.75)), ("amdgpu edge", .celsius(52)),
      ("amdgpu junction", .celsius(111)), ("amdgpu mem", .celsius(94)), ("nct6798 SYSTIN", .celsius(34)),
      ("nct6798 AUXTIN0", .silent("its sensor reads −62.0, as one does that is not connected")),
      ("nct6798 AUXTIN1", .silent("its sensor reports a fault")), ("nct6798 PCH_CHIP_TEMP", .celsius(0)),
      ("iwlwifi_1", off), ("spd5118", .celsius(41.25)), ("acpitz", .celsius(27.8)),
    ]
    #expect(values.map(\.name) == expected.map(\.0))
    #expect(values.map(\.value) == expected.map(\.1))
  }

  @Test func sensorsOfTheSameNameAreToldApartAndNoneIsLost() throws {
    let values = try values("node_exporter_fixture")
    #expect(values.count == 16 && Set(values.map(\.name)).count == 16, "\(values.map(\.name))")
    #expect(values.map(\.name).contains("coretemp.0 Core 0") && values.map(\.name).contains("coretemp.1 Core 0"))
    #expect(values.map(\.name).filter { $0.hasPrefix("mt7996_phy0_") }.count == 3)
    #expect(values.last?.name == "cpu-thermal" && values.last?.value == .celsius(12.376))
    #expect(
      try self.values("nvme_four_sensors").map(\.name) == [
        "nvme Composite", "nvme Sensor 1", "nvme Sensor 2", "nvme Sensor 8",
      ])
    #expect(try self.values("none").isEmpty)
  }

  @Test func aSensorIsTheSameUnderOtherNumbers() throws {
    func keys(_ order: [Int]) throws -> [String: RoomKey] {
      let system = try FakeSystem()
      defer { system.remove() }
      for (number, disk) in zip(order, ["01:00.0", "02:00.0"]) {
        let device = "devices/pci0000:00/0000:\(disk)/nvme/nvme\(number)"
        try system.write("nvme\n", to: "\(device)/hwmon\(number)/name")
        try system.write("\(number)\n", to: "\(device)/hwmon\(number)/serial")
        try system.write("3000\n", to: "\(device)/hwmon\(number)/temp1_input")
        try system.write("", to: "class/hwmon/.keep")
        let manager = FileManager.default
        try manager.createSymbolicLink(
          atPath: "\(system.root)/\(device)/hwmon\(number)/device", withDestinationPath: "..")
        try manager.createSymbolicLink(
          atPath: "\(system.root)/class/hwmon/hwmon\(number)", withDestinationPath: "../../\(device)/hwmon\(number)")
      }
      let sensors = SensorSearch.sensors(in: system.files)
      return Dictionary(
        uniqueKeysWithValues: zip(
          sensors.map { "\($0.kind)".contains("hwmon\(order[0])") ? "first" : "second" }, sensors.map(\.key)))
    }
    let (before, after) = (try keys([0, 1]), try keys([1, 0]))
    #expect(before.count == 2 && before == after)
  }

  @Test(arguments: [
    ("temperature", "21062\n", SensorValue.celsius(21.062)),
    ("temperature", "85000\n", .silent("its sensor has not measured since power came on")),
    ("temperature", "127937\n", .silent("its sensor reads 127.9, as one does that is not connected")),
    ("w1_slave", "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n", .celsius(23.125)),
    (
      "w1_slave", "72 01 4b 46 7f ff 0e 10 57 : crc=57 NO\n72 01 4b 46 7f ff 0e 10 57 t=23125\n",
      .silent("the bus garbled its answer")
    ),
    ("temperature", "warm\n", .silent("its sensor says something that is no number")),
    ("temperature", "99999999999999999999\n", .silent("its sensor says something that is no number")),
    ("temperature", "-62000\n", .silent("its sensor reads −62.0, as one does that is not connected")),
  ])
  func aThermometerOnAWire(file: String, text: String, expected: SensorValue) throws {
    let system = try FakeSystem()
    defer { system.remove() }
    try system.write(text, to: "bus/w1/devices/28-000005e2fdc3/\(file)")
    try system.write("crc", to: "bus/w1/devices/w1_bus_master1/name")
    let sensors = SensorSearch.sensors(in: system.files)
    #expect(sensors.map(\.name) == ["28-000005e2fdc3"])
    #expect(sensors.map { $0.value(in: system.files) } == [expected])
  }

  @Test(arguments: [
    ("/proc/self/mem", SensorValue.silent("its bus failed (EIO)")), ("/nowhere", .silent("its sensor was removed")),
    ("/proc/self/clear_refs", .silent("nobody may read it now")),
    ("/", .silent("its sensor cannot be read: Is a directory")),
    ("/dev/null", .silent("its sensor says nothing")),
  ])
  func whatCannotBeReadSaysWhy(target: String, expected: SensorValue) throws {
    let system = try FakeSystem()
    defer { system.remove() }
    try system.write("acpitz", to: "class/thermal/thermal_zone0/type")
    try FileManager.default.createSymbolicLink(
      atPath: "\(system.root)/class/thermal/thermal_zone0/temp", withDestinationPath: target)
    let values = SensorSearch.sensors(in: system.files).map { $0.value(in: system.files) }
    // Who may do everything is told by the driver instead.
    let refused = SensorValue.silent("its driver refused to read it (EINVAL)")
    #expect(values == [expected] || (target.hasSuffix("clear_refs") && values == [refused]), "\(values)")
  }

  // MARK: - The source

  private func answer(_ source: MachineSource, step: TimeInterval = 120) async throws -> RoomAnswer {
    let now = clock.currentDate
    var listening = Listening(source.readings(over: now.addingTimeInterval(-86_400)...now, step: step))
    return try await listening.value()
  }

  @Test func sensorsThatCannotBeListedAreNotNone() async throws {
    let system = try FakeSystem()
    defer { system.remove() }
    // A link that leads to itself cannot be followed, whoever looks.
    try FileManager.default.createDirectory(atPath: "\(system.root)/class", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(system.root)/class/hwmon", withDestinationPath: "hwmon")
    let source = MachineSource(system.files, clock: clock)
    let emptiness = try await answer(source).emptiness
    #expect(
      emptiness?.string.hasPrefix("\(system.root)/class/hwmon cannot be read: ") == true,
      "\(String(describing: emptiness))")
    #expect(MachineSource.emptiness(root: system.root) == emptiness)
  }

  @Test func whatWasMeasuredIsKeptAsLowestMeanAndHighest() async throws {
    let system = try FakeSystem()
    defer { system.remove() }
    let source = MachineSource(system.files, clock: clock)
    #expect(try await answer(source).rooms == [])
    #expect(try await answer(source).emptiness == "this machine has no temperature sensors")
    #expect(!MachineSource.hasSensors(root: system.root))
    try system.write("acpitz", to: "class/thermal/thermal_zone0/type")
    for thousandths in [20_000, 26_000, 23_000] {
      try system.write("\(thousandths)\n", to: "class/thermal/thermal_zone0/temp")
      _ = try await answer(source)
      clock.advance(by: .seconds(30))
    }
    let room = try #require(try await answer(source).rooms.first)
    #expect(room.name == "acpitz" && room.latest?.celsius == 23)
    #expect(room.readings.count == 1 && room.readings[0].lowest == 20 && room.readings[0].highest == 26)
    #expect(room.readings[0].mean == 23 && room.readings[0].time == Date(timeIntervalSince1970: 1_795_200_000))
    #expect(MachineSource.hasSensors(root: system.root))
    // Unplugged while the program runs.
    try FileManager.default.removeItem(atPath: "\(system.root)/class/thermal/thermal_zone0")
    #expect(try await answer(source).rooms == [])
  }

  /// Nobody has configured anything.
  @Test func anotherSourceAnswersOnlyWhereThereAreNoSensors() async throws {
    struct Demonstration: RoomSource {
      var origin: Origin { .demo }
      func readings(over: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
        SignalProducer(value: RoomAnswer(rooms: [RoomReadings(readings: [])], origin: .demo))
      }
    }
    let system = try FakeSystem()
    defer { system.remove() }
    let source = SensorsWithFallback(MachineSource(system.files, clock: clock), else: Demonstration())
    let window = clock.currentDate.addingTimeInterval(-60)...clock.currentDate
    var without = Listening(source.readings(over: window, step: 60))
    #expect(try await without.value().origin == .demo)
    try system.write("acpitz", to: "class/thermal/thermal_zone0/type")
    try system.write("21000\n", to: "class/thermal/thermal_zone0/temp")
    var with = Listening(source.readings(over: window, step: 60))
    let answer = try await with.value()
    #expect(answer.origin == .live && answer.rooms.map(\.latest?.celsius) == [21])
  }

  /// What a driver prints ends with a line feed, so that `21062` cannot become `21`.
  @Test(arguments: [
    ("bus/w1/devices/28-1/temperature", "21062\n", SensorValue.celsius(21.062)),
    ("bus/w1/devices/28-1/temperature", "21", .silent("what its sensor says is cut off")),
    ("bus/w1/devices/28-1/w1_slave", "57 : crc=57 YES\n57 t=21062\n", .celsius(21.062)),
    ("bus/w1/devices/28-1/w1_slave", "57 : crc=57 YES\n57 t=21", .silent("what its sensor says is cut off")),
    ("bus/w1/devices/28-1/w1_slave", "57 : crc=57 YES\n57 t=", .silent("what its sensor says is cut off")),
    ("bus/w1/devices/28-1/w1_slave", "57 : crc=57 YES", .silent("the bus garbled its answer")),
  ])
  func whatIsCutOffIsNoReading(path: String, text: String, value: SensorValue) throws {
    let system = try FakeSystem()
    defer { system.remove() }
    try system.write(text, to: path)
    let oneWire = MachineSensor(key: .only, name: "a", kind: .oneWire(folder: "bus/w1/devices/28-1"))
    #expect(oneWire.value(in: system.files) == value)
  }

  @Test func aBoardsSensorThatIsCutOffIsNoReading() throws {
    let system = try FakeSystem()
    defer { system.remove() }
    for (path, kind) in [
      (
        "class/hwmon/hwmon0/temp1_input",
        MachineSensor.Kind.hwmon(input: "class/hwmon/hwmon0/temp1_input", fault: "none")
      ),
      ("class/thermal/thermal_zone0/temp", .thermal(input: "class/thermal/thermal_zone0/temp")),
    ] {
      try system.write("41", to: path)
      let sensor = MachineSensor(key: .only, name: "a", kind: kind)
      #expect(sensor.value(in: system.files) == .silent("what its sensor says is cut off"))
      try system.write("41250\n", to: path)
      #expect(sensor.value(in: system.files) == .celsius(41.25))
    }
  }

  @Test func aSensorThatBlocksHoldsUpNoOther() async throws {
    let system = try FakeSystem()
    defer { system.remove() }
    for zone in 0..<2 {
      try system.write("zone\(zone)", to: "class/thermal/thermal_zone\(zone)/type")
      try system.write("21000\n", to: "class/thermal/thermal_zone\(zone)/temp")
    }
    let (goOn, counts) = (DispatchSemaphore(value: 0), Shared((blocked: 0, others: 0)))
    let files = SystemFiles(root: system.root) { path in
      if path.hasSuffix("thermal_zone0/temp") {
        counts.withLock { $0.blocked += 1 }
        goOn.wait()
      } else if path.hasSuffix("thermal_zone1/temp") {
        counts.withLock { $0.others += 1 }
      }
      return SystemFiles.read(path)
    }
    let source = MachineSource(files, clock: clock)
    let now = clock.currentDate
    for round in 1...3 {
      var listening = Listening(source.readings(over: now.addingTimeInterval(-60)...now, step: 60))
      // Only the time limit of the one that blocks is left when the other has been read.
      while counts.withLock({ $0.others }) < round || clock.scheduledCount != 1 { await Task.yield() }
      clock.advance(by: .milliseconds(1_500))
      let rooms = try await listening.value().rooms
      #expect(rooms.map(\.silence) == ["its sensor does not answer", nil])
      #expect(rooms.map(\.latest?.celsius) == [nil, 21])
    }
    #expect(counts.withLock { $0.blocked } == 1, "what hangs is not read a second time")
    goOn.signal()
  }

  @Test func aDayIsKeptAndAClockThatIsSetBackForgetsTheFuture() {
    var history = MinuteHistory()
    let start = Date(timeIntervalSince1970: 1_795_200_000)
    for minute in 0..<2_000 { history.add(Double(minute), at: start.addingTimeInterval(Double(minute) * 60)) }
    let all = start...start.addingTimeInterval(200_000)
    let readings = history.readings(over: all, step: 1)
    #expect((1_440...1_601).contains(readings.count) && readings.last?.mean == 1_999)
    history.add(7, at: start.addingTimeInterval(1_500 * 60))
    #expect(
      history.readings(over: all, step: 60).last
        == RoomReading(time: start.addingTimeInterval(90_000), lowest: 7, mean: 753.5, highest: 1_500))
    #expect(
      history.readings(over: start.addingTimeInterval(89_990)...start.addingTimeInterval(89_995), step: 60).count == 1)
  }
}
