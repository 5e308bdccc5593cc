import Foundation
import Model
import Rooms
import Signals
import Text

/// The thermometers of the machine that the program runs on. What they have measured is kept, since nothing else keeps it.
///
/// ```
/// a request ──▶ find the sensors ──▶ a reader for each, while it exists ──▶ history ──▶ answer
/// ```
/// A driver may take arbitrarily long to answer, forever if its bus hangs. So each reader has a queue of its own, never reads
/// twice at once, and is not waited for longer than ``patience``.
public final class MachineSource: RoomSource {
  /// The seconds in which a sensor must answer. A thermometer on a 1-wire bus takes three quarters of one.
  static let patience: TimeInterval = 1.5
  /// Where the kernel tells of sensors.
  public static let root = "/sys"

  public var origin: Origin { .live }
  public var steps: RoomSteps { history.steps }

  private struct Look: Sendable {
    var readers: [SensorReader] = []
    /// The number of searches.
    var count = 0
  }

  private let looks: Property<Look>
  private let look: Signal<Void, Never>.Observer
  private let history: OwnHistory
  private let clock: any DateScheduler
  private let files: SystemFiles

  /// - Parameters:
  ///   - root: What stands in the place of `/sys`.
  ///   - store: Keeps what was measured over restarts; `nil` where nothing is to be kept.
  public convenience init(root: String = MachineSource.root, store: (any ReadingStore)? = nil, clock: any DateScheduler)
  {
    self.init(SystemFiles(root: root), store: store, clock: clock)
  }

  init(_ files: SystemFiles, store: (any ReadingStore)? = nil, clock: any DateScheduler) {
    self.clock = clock
    self.files = files
    // What stands in the place of `/sys` measures something else.
    let source = files.root == Self.root ? "this-machine" : "this-machine \(files.root)"
    history = OwnHistory(of: source, in: store, clock: clock)
    let queue = QueueScheduler(qos: .utility, name: "reactui.sensors")
    let (asks, look) = Signal<Void, Never>.pipe()
    self.look = look
    looks = Property(
      initial: Look(),
      then: asks.flatMap(.throttle) { SignalProducer { SensorSearch.sensors(in: files) }.start(on: queue) }
        // After the search, so that the next one does not count as concurrent.
        .observe(on: queue)
        .withMembers(of: \.self, keyedBy: \.self) { SensorReader($0, in: files) }
        .scan(into: Look()) { look, found in look = Look(readers: found.1, count: look.count + 1) })
  }

  /// Returns whether the machine has any thermometer. Reads a few folders.
  public static func hasSensors(root: String) -> Bool {
    !SensorSearch.sensors(in: SystemFiles(root: root)).isEmpty
  }

  /// Returns why no thermometers were found.
  public static func emptiness(root: String) -> SafeText { SensorSearch.emptiness(in: SystemFiles(root: root)) }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    readers.flatMap(.concat) { [clock] readers in
      SignalProducer<(Int, SensorValue), Never>.merge(
        readers.enumerated().map { index, reader in
          reader.value(within: Self.patience, on: clock).map { (index, $0) }
        }
      )
      .collect()
      .map { values in values.sorted { $0.0 < $1.0 }.map { (readers[$0.0].sensor, $0.1) } }
    }
    .flatMap(.concat) { [self] values in answer(values, over: window, step: step) }
    .promoteError(ServiceError.self)
  }

  /// The readers of the current sensors.
  private var readers: SignalProducer<[SensorReader], Never> {
    SignalProducer { [looks, look] observer, lifetime in
      let known = looks.value.count
      lifetime += looks.producer.filter { $0.count > known }.take(first: 1).map(\.readers).start(observer)
      look.send(value: ())
    }
  }

  private func answer(
    _ values: [(sensor: MachineSensor, value: SensorValue)], over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, Never> {
    let now = clock.currentDate
    history.take(
      values.compactMap { sensor, value in
        if case .celsius(let celsius) = value {
          OwnReading(key: sensor.key, Temperature(time: now, celsius: celsius))
        } else {
          nil
        }
      })
    return history.readings(over: window, step: step).map { [files] history in
      let rooms = values.map { sensor, value in
        var room = RoomReadings(key: sensor.key, name: sensor.name, readings: history[sensor.key] ?? [])
        switch value {
        case .celsius(let celsius): room.latest = Temperature(time: now, celsius: celsius)
        case .silent(let reason): room.silence = reason
        }
        return room
      }
      return RoomAnswer(rooms: rooms, emptiness: SensorSearch.emptiness(in: files))
    }
  }
}

/// Reads one sensor, on a queue of its own.
private final class SensorReader: Sendable {
  let sensor: MachineSensor

  private let readings: Property<(value: SensorValue?, count: Int)>
  private let read: Signal<Void, Never>.Observer

  init(_ sensor: MachineSensor, in files: SystemFiles) {
    self.sensor = sensor
    let queue = QueueScheduler(qos: .utility, name: "reactui.sensor")
    let (reads, read) = Signal<Void, Never>.pipe()
    self.read = read
    readings = Property(
      initial: (nil, 0),
      then: reads.flatMap(.throttle) { SignalProducer { sensor.value(in: files) }.start(on: queue) }
        // After the reading, so that the next one does not count as concurrent.
        .observe(on: queue)
        .scanMap(into: 0) { count, value -> (value: SensorValue?, count: Int) in
          count += 1
          return (value, count)
        })
  }

  /// Sends the next reading, or that there is none yet. If a reading is in progress, it waits for that one.
  func value(within patience: TimeInterval, on clock: any DateScheduler) -> SignalProducer<SensorValue, Never> {
    SignalProducer<SensorValue, Never> { [readings, read] observer, lifetime in
      let known = readings.value.count
      lifetime += readings.producer.filter { $0.count > known }.take(first: 1).compactMap(\.value).start(observer)
      read.send(value: ())
    }
    .timeout(after: patience, raising: Unanswered(), on: clock)
    .flatMapError { _ in SignalProducer(value: .silent("its sensor does not answer")) }
  }

  private struct Unanswered: Error {}
}
