import Foundation
import Model
import Signals
import Text

/// The settings of a file that a person edits while the program runs, put together with the command line and the
/// environment.
///
/// ```
/// watched ──▶ the file may have changed ──▶ debounce ──▶ read, decode, resolve ──▶ scan ──┬──▶ settings
///                                               again while it is written ◀──┘             └──▶ mistakes
/// ```
/// A file that cannot be used changes nothing but ``mistakes``: what held before stays in force.
public final class SettingsFileStore: SettingsStore {
  /// Seconds without a change after which the file is read: a program that saves it may do so in several steps.
  static let patience: TimeInterval = 0.1

  /// The settings in force, with where each value comes from.
  public let resolved: Property<ResolvedSettings>
  public let settings: Property<Settings>
  public let mistakes: Property<[SafeText]>
  /// What a person should be told once: keys of the file that are not read yet, at the start and after changes; and that
  /// changes of the file are not seen.
  public let notices: Signal<SafeText, Never>

  private let isWatched = MutableProperty(false)

  /// What is in force, and what is wrong with the file.
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

  /// Reads the settings, and nothing more: the file is watched from ``watch()`` on.
  ///
  /// - Throws: All that is wrong with the settings.
  public convenience init(_ sources: SettingsSources) throws(SettingsMistakes) {
    let queue = QueueScheduler(qos: .utility, name: "reactui.settings")
    try self.init(
      sources, changes: FileWatch.changes(of: sources.file.path(percentEncoded: false), on: queue), clock: queue)
  }

  /// - Parameters:
  ///   - changes: Sends when the file may have changed.
  ///   - clock: Where the file is read, and what ``patience`` is measured with.
  init(
    _ sources: SettingsSources, changes: SignalProducer<Void, FileWatchError>, clock: any DateScheduler
  ) throws(SettingsMistakes) {
    let begin = Standing(resolved: try sources.read().get())
    let (failures, failure) = Signal<SafeText, Never>.pipe()
    let readings =
      changes
      .debounce(Self.patience, on: clock)
      .flatMap(.latest) { Self.reading(sources, on: clock).promoteError() }
      .flatMapError { error -> SignalProducer<Result<ResolvedSettings, SettingsMistakes>, Never> in
        failure.send(value: error.sentence)
        return .never
      }
      .active(while: isWatched)
    let standing = Property(initial: begin, then: readings.scan(into: begin) { $0.take($1) })
    resolved = standing.map(\.resolved).skipRepeats()
    settings = standing.map(\.resolved.settings).skipRepeats()
    mistakes = standing.map { $0.mistakes.map(\.text) }.skipRepeats()
    let unread = Signal.merge([
      isWatched.signal.map { _ in begin.resolved.notices }, resolved.signal.map(\.notices),
    ])
    notices = Signal.merge([failures, unread.skipRepeats().compactMap(Self.sentence)])
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

  /// The first of several notices, and how to see the others, as mistakes are told; `nil` where there is none.
  private static func sentence(of notices: [SettingsMistake]) -> SafeText? {
    guard let first = notices.first else { return nil }
    return notices.count == 1 ? first.text : "\(first.text) (\(notices.count - 1) more: reactui config)"
  }

  /// Begins to watch the file. What has changed since it was read is seen as well.
  public func watch() { isWatched.value = true }
}
