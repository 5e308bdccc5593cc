import Foundation
import Model
import Signals
import Text

/// The settings of a file that a person edits while the program runs, merged with the command line and the environment.
///
/// ```
/// watched ──▶ the file may have changed ──▶ debounce ──▶ read, decode, resolve ──▶ scan ──┬──▶ settings
///                                               again while it is written ◀──┘             └──▶ mistakes
/// ```
/// A file that cannot be used changes only ``mistakes``: the previous settings stay in force.
public final class SettingsFileStore: Sendable {
  /// The seconds without a change after which the file is read: a program may save it in several steps.
  static let patience: TimeInterval = 0.1

  /// The settings in force, with the source of each value.
  public let resolved: Property<ResolvedSettings>
  /// The settings in force. While the file cannot be used, the previous settings stay in force.
  public let settings: Property<Settings>
  /// All mistakes in the file, in sentences with their places; empty if there are none.
  public let mistakes: Property<[SafeText]>
  /// Sends a message if changes of the file are not noticed.
  public let notices: Signal<SafeText, Never>

  private let watching: Signal<Void, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// The settings in force, and the mistakes in the file.
  private struct Standing: Sendable {
    var resolved: ResolvedSettings
    var mistakes: [SettingsMistake] = []

    mutating func take(_ reading: Result<ResolvedSettings, SettingsMistakes>) {
      switch reading {
      case .success(let resolved): self = Standing(resolved: resolved)
      case .failure(let mistakes): self.mistakes = mistakes.all
      }
    }
  }

  /// Reads the settings. The file is watched only after ``watch()``.
  ///
  /// - Throws: all mistakes in the settings.
  public convenience init(_ sources: SettingsSources) throws(SettingsMistakes) {
    let queue = QueueScheduler(qos: .utility, name: "reactui.settings")
    try self.init(
      sources, changes: FileWatch.changes(of: sources.file.path(percentEncoded: false), on: queue), clock: queue)
  }

  /// - Parameters:
  ///   - changes: Sends when the file may have changed.
  ///   - clock: The scheduler on which the file is read, and the clock of ``patience``.
  init(
    _ sources: SettingsSources, changes: SignalProducer<FileChange, FileWatchError>, clock: any DateScheduler
  ) throws(SettingsMistakes) {
    let begin = Standing(resolved: try sources.read().get())
    let (failures, failure) = Signal<SafeText, Never>.pipe()
    let (readings, reading) = Signal<Result<ResolvedSettings, SettingsMistakes>, Never>.pipe()
    let (watches, watching) = Signal<Void, Never>.pipe()
    self.watching = watching
    // Put together when the file is watched, which is after the first frame.
    watches.take(first: 1).observeValues { [lifetime] in
      if let remark = sources.remark { failure.send(value: remark) }
      lifetime +=
        changes
        .debounce(Self.patience, on: clock)
        .flatMap(.latest) { change in
          change == .changed ? Self.reading(sources, on: clock).promoteError() : .empty
        }
        .flatMapError { error -> SignalProducer<Result<ResolvedSettings, SettingsMistakes>, Never> in
          failure.send(value: error.sentence)
          return .never
        }
        .startWithValues { reading.send(value: $0) }
    }
    let standing = Property(initial: begin, then: readings.scan(into: begin) { $0.take($1) })
    resolved = standing.map(\.resolved).skipRepeats()
    settings = standing.map(\.resolved.settings).skipRepeats()
    mistakes = standing.map { $0.mistakes.map(\.text) }.skipRepeats()
    notices = failures
  }

  /// Reads the settings, again after ``patience`` as long as the file is being written: a save that empties the file first
  /// must not be taken for a file without settings.
  private static func reading(
    _ sources: SettingsSources, on clock: any DateScheduler
  ) -> SignalProducer<Result<ResolvedSettings, SettingsMistakes>, Never> {
    struct IsBeingWritten: Error {}
    return SignalProducer { () -> Result<Result<ResolvedSettings, SettingsMistakes>, IsBeingWritten> in
      let reading = sources.read()
      // After the reading, so that a write during it counts. A date in the future tells nothing.
      let age = SettingsFileReader.modificationDate(at: sources.path).map { clock.currentDate.timeIntervalSince($0) }
      if let age, age >= 0, age < patience { return .failure(IsBeingWritten()) }
      return .success(reading)
    }
    .retry(upTo: .max, interval: patience, on: clock)
    .flatMapError { _ in .empty }
  }

  /// Starts to watch the file, once. Changes since it was read are noticed.
  public func watch() { watching.send(value: ()) }
}
