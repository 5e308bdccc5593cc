import Assembly
import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import SettingsFile

/// A real file under the real watcher, edited as a person does.
@Suite(.timeLimit(.minutes(2))) struct SettingsFileStoreTests {
  private let folder = WatchedFolder()

  private func sources(_ name: String = "config.yaml", isRequired: Bool = false, flags: [String: String] = [:])
    -> SettingsSources
  {
    var sources = SettingsSources(
      file: folder.path(name), flags: flags, environment: [:],
      vocabulary: SettingsVocabulary(commands: [], features: Features.settings))
    sources.isFileRequired = isRequired
    return sources
  }

  /// Waits until a property has such a value.
  private func wait<Value>(_ property: Property<Value>, until isWanted: (Value) -> Bool) async {
    for await value in property.producer.values where isWanted(value) { return }
  }

  @Test func whatIsSavedIsInForceSoonAfter() async throws {
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    let store = try SettingsFileStore(sources())
    #expect(store.settings.value.unit == .fahrenheit)
    store.watch()
    try folder.write("conair: { poll-every: 30 s }\n", to: "config.yaml")
    await wait(store.settings) { $0.conAir.pollPeriod == 30 && $0.unit == .celsius }
    try folder.write("unit: fahrenheit\n", to: "new")
    try folder.move("new", to: "config.yaml")
    await wait(store.settings) { $0.conAir.pollPeriod == 10 && $0.unit == .fahrenheit }
  }

  @Test func aBrokenFileChangesNothingButSaysSoUntilItIsMended() async throws {
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    let store = try SettingsFileStore(sources())
    store.watch()
    try folder.write("unit: kelvin\nconair: { poll-every: 30 s, colour: red }\n", to: "config.yaml")
    await wait(store.mistakes) { $0.count == 2 }
    #expect(store.mistakes.value.first?.string.hasPrefix("config.yaml:1:7: unit: ") == true)
    #expect(store.settings.value.unit == .fahrenheit && store.settings.value.conAir.pollPeriod == 10)
    try folder.write("unit: celsius\n", to: "config.yaml")
    await wait(store.mistakes) { $0.isEmpty }
    await wait(store.settings) { $0.unit == .celsius }
  }

  @Test func aFileThatIsDeletedMeansDefaultsAndWhatTheCommandLineSays() async throws {
    try folder.write("unit: fahrenheit\ntheme: light\n", to: "config.yaml")
    let store = try SettingsFileStore(sources(flags: ["--theme": "dark"]))
    #expect(store.settings.value.theme.name == "dark")
    store.watch()
    try folder.remove("config.yaml")
    await wait(store.settings) { $0.unit == .celsius && $0.theme.name == "dark" }
    #expect(store.mistakes.value.isEmpty)
  }

  @Test func aFileThatTheCommandLineNamesHasToBeThere() async throws {
    #expect(throws: SettingsMistakes.self) { try SettingsFileStore(sources(isRequired: true)) }
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    let store = try SettingsFileStore(sources(isRequired: true))
    store.watch()
    try folder.remove("config.yaml")
    await wait(store.mistakes) { $0.first?.string.hasPrefix("--config: there is no file /") == true }
    #expect(store.settings.value.unit == .fahrenheit)
  }

  @Test func allMistakesOfAllPlacesAreToldAtTheStart() throws {
    try folder.write("unit: kelvin\nnonsense: 1\n", to: "config.yaml")
    var sources = sources(flags: ["--theme": "purple"])
    sources.environment = ["REACTUI_POLL_EVERY": "soon"]
    let error = #expect(throws: SettingsMistakes.self) { try SettingsFileStore(sources) }
    let places = try #require(error).all.map { $0.place?.text.string ?? "-" }
    #expect(places.contains("config.yaml:1:7") && places.contains("config.yaml:2:1"), "\(places)")
    #expect(places.contains("REACTUI_POLL_EVERY") && places.contains("--theme"), "\(places)")
  }

  /// A changed theme reconnects nothing.
  @Test func whoFollowsAPartHearsOfThatPartOnly() async throws {
    let store = try SettingsFileStore(sources())
    let rooms = store.settings.signal.map(\.rooms).skipRepeats().record()
    let periods = store.settings.map(\.conAir.pollPeriod).skipRepeats().signal.record()
    store.watch()
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    await wait(store.settings) { $0.unit == .fahrenheit }
    try folder.write("unit: fahrenheit\nconair: { poll-every: 30 s }\n", to: "config.yaml")
    await wait(store.settings) { $0.conAir.pollPeriod == 30 }
    #expect(rooms.values == [[]] && periods.values == [30])
  }

  // MARK: In a time that the test moves

  @Test func severalChangesInShortTimeAreReadOnce() throws {
    try folder.write("unit: celsius\n", to: "config.yaml")
    let clock = TestScheduler()
    let (changes, change) = Signal<FileChange, FileWatchError>.pipe()
    let store = try SettingsFileStore(sources(), changes: SignalProducer(changes), clock: clock)
    let units = store.settings.signal.map(\.unit).record()
    store.watch()
    change.send(value: .changed)
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    clock.advance(by: .milliseconds(60))
    try folder.write("unit: [\n", to: "config.yaml")
    change.send(value: .changed)
    clock.advance(by: .milliseconds(60))
    #expect(units.values == [] && store.mistakes.value == [], "not while it is being saved")
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    change.send(value: .changed)
    clock.advance(by: .milliseconds(100))
    #expect(units.values == [.fahrenheit] && store.mistakes.value == [])
  }

  /// A save empties the file first, and nothing tells of that.
  @Test func aFileThatIsBeingWrittenIsReadWhenItStands() throws {
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    let clock = TestScheduler()
    let (changes, change) = Signal<FileChange, FileWatchError>.pipe()
    let store = try SettingsFileStore(sources(), changes: SignalProducer(changes), clock: clock)
    let units = store.settings.map(\.unit).skipRepeats().signal.record()
    store.watch()
    change.send(value: .changed)
    clock.advance(by: .milliseconds(90))
    try folder.write("", to: "config.yaml", at: clock.currentDate)
    clock.advance(by: .milliseconds(50))
    #expect(units.values == [], "an empty file that was written a moment ago")
    try folder.write("unit: fahrenheit\ntheme: light\n", to: "config.yaml", at: clock.currentDate)
    clock.advance(by: .milliseconds(300))
    #expect(units.values == [] && store.settings.value.theme.name == "light")
    try folder.write("", to: "config.yaml", at: clock.currentDate)
    change.send(value: .changed)
    clock.advance(by: .milliseconds(300))
    #expect(units.values == [.celsius], "a file that stays empty")
  }

  @Test func aFileThatIsBeingWrittenChangesNothing() throws {
    try folder.write("unit: fahrenheit\n", to: "config.yaml")
    let clock = TestScheduler()
    let (changes, change) = Signal<FileChange, FileWatchError>.pipe()
    let store = try SettingsFileStore(sources(), changes: SignalProducer(changes), clock: clock)
    store.watch()
    try folder.write("", to: "config.yaml", at: clock.currentDate)
    change.send(value: .changed)
    clock.advance(by: .milliseconds(50))
    change.send(value: .beingWritten)
    clock.advance(by: .seconds(60))
    #expect(store.settings.value.unit == .fahrenheit)
    change.send(value: .changed)
    clock.advance(by: .milliseconds(300))
    #expect(store.settings.value.unit == .celsius)
  }

  @Test func nothingIsWatchedBeforeThatIsAskedFor() throws {
    let starts = TestCounter()
    let store = try SettingsFileStore(
      sources(), changes: SignalProducer.never.on(started: { starts.add() }), clock: TestScheduler())
    #expect(starts.count == 0)
    store.watch()
    #expect(starts.count == 1)
  }

  @Test func whereTheFileCannotBeWatchedThatIsToldAndWhatHoldsStays() throws {
    let clock = TestScheduler()
    let store = try SettingsFileStore(
      sources(), changes: SignalProducer(error: FileWatchError(code: ENOSPC)), clock: clock)
    let told = store.notices.record()
    store.watch()
    clock.advance()
    #expect(
      told.values == ["saved settings are seen at the next start only: raise fs.inotify.max_user_watches"])
    #expect(store.settings.value == Settings())
  }
}
