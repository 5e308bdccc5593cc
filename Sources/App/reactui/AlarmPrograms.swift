import Foundation
import Model
import PaneKit
import Processes
import Rooms
import SettingsFile
import Signals
import Text

/// Runs the programs in rooms' settings (`run`), one for each alarm. No shell is involved.
///
/// ```
/// alarms ──▶ AlarmQueue ──▶ a program, one at a time for a room ──▶ failures
///                ▲    └──▶ what waits, and what is left out ───────────▲
///                └───────── its end ◀──────┘
/// ```
struct AlarmPrograms: Sendable {
  /// Seconds after which a program is ended.
  static let limit: TimeInterval = 600
  /// The seconds after which it is ended if this program no longer runs: a little more, so that the limit above is told.
  private static let outlivingLimit = limit + 5

  private let environment: [String: String]
  private let clock: any DateScheduler
  /// The queue on which programs are started, which may take a while without blocking the interface.
  private let queue = QueueScheduler(qos: .utility, name: "reactui.alarms")

  /// - Parameter clock: The clock of ``limit``.
  init(environment: [String: String], clock: any DateScheduler) {
    self.environment = environment
    self.clock = clock
  }

  /// Runs the program of each alarm's room, and sends a sentence about what fails or has to wait.
  func sentences(about alarms: Signal<AlarmTransition, Never>) -> Signal<SafeText, Never> {
    let (ends, end) = Signal<Room.Mark, Never>.pipe()
    return Signal.merge(alarms.map { AlarmQueue.Input.alarm($0) }, ends.map { .ended($0) })
      .scanMap(into: AlarmQueue()) { $0.take($1) }
      .flatten()
      .flatMap(.merge) { step -> SignalProducer<SafeText, Never> in
        switch step {
        case .tell(let sentence): SignalProducer(value: sentence)
        case .run(let words, let alarm):
          run(words, for: alarm)
            .flatMapError { SignalProducer<SafeText, Never>(value: "\(alarm.room.label): \($0.sentence)") }
            .on(completed: { end.send(value: alarm.event.room) })
        }
      }
  }

  /// The failure of a program.
  private struct Complaint: Error {
    var sentence: SafeText
  }

  /// Sends nothing, and completes when the program has succeeded.
  private func run(_ words: [String], for alarm: AlarmTransition) -> SignalProducer<SafeText, Complaint> {
    // Arguments may be private.
    let name = SafeText(oneLine: words.first ?? "")
    let program = SignalProducer<SafeText, Complaint> { [environment] observer, lifetime in
      let folders = PersonalFolders(environment: environment)
      do throws(ChildError) {
        let child = try Child(
          words.prefix(1).map(folders.expanded) + words.dropFirst(),
          environment: environment.withoutSecrets.merging(Self.variables(of: alarm)) { $1 }, streams: .detached(),
          stay: .outliving(limit: Self.outlivingLimit)
        ) { exit in
          if let failure = exit.failure {
            observer.send(error: Complaint(sentence: "\(name) \(SafeText(oneLine: failure))"))
          } else {
            observer.sendCompleted()
          }
        }
        lifetime.observeEnded { child.kill() }
      } catch {
        observer.send(error: Complaint(sentence: "\(name) cannot be run: \(SafeText(oneLine: error.reason))"))
      }
    }
    let tooLong = Complaint(sentence: "\(name) was ended after \(TimeText.length(Self.limit))")
    return program.start(on: queue).timeout(after: Self.limit, raising: tooLong, on: clock)
  }

  /// Returns the information on an alarm for the program. Temperatures are in degrees Celsius. The names do not have the
  /// prefix of reactui's own variables, so that a reactui started by it does not take them for settings.
  static func variables(of alarm: AlarmTransition) -> [String: String] {
    // A number that rounds to zero has no sign.
    func degrees(_ celsius: Double) -> String { String(format: "%.2f", (celsius * 100).rounded() / 100 + 0) }
    return [
      "ALARM_ROOM": alarm.room.label.string, "ALARM_KIND": alarm.event.limit.side.rawValue,
      "ALARM_LIMIT": degrees(alarm.event.limit.celsius), "ALARM_VALUE": degrees(alarm.reading.mean),
      "ALARM_SINCE": alarm.event.since.formatted(.iso8601),
      "ALARM_SINCE_KNOWN": alarm.event.isSinceKnown ? "yes" : "no",
    ]
  }
}
