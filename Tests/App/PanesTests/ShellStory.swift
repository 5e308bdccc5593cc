import Assembly
import Foundation
import Model
import ModelTesting
import Screen
import SettingsFile
import Signals
import SignalsTesting
import Simulation
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Everything that a story of the whole interface needs: services that answer at once, a terminal in memory, and a clock
/// that only the story moves. Its steps run on the interface's thread.
@UI
final class ShellStory {
  let scheduler = TestScheduler(startDate: Sample.now)
  let questions: StubQuestions
  let feed: ScriptedFeed
  let temperatures: StubTemperatures
  private let program: SimulatedProgram
  private let asked = MutableProperty(0)
  /// The number of requests for anything but lists of questions.
  var requestCount: Int { asked.value + feed.retries.value + questions.askedDetails.withLock(\.self) }

  var display: MemoryDisplay { program.display }
  nonisolated var stackOverflow: StackOverflowViewModel { program.stackOverflow }
  nonisolated var wikipedia: WikipediaViewModel { program.wikipedia }
  nonisolated var rooms: RoomsViewModel { program.rooms }
  nonisolated var dashboard: Dashboard { program.dashboard }
  var panes: [any Pane] { program.panes }
  var shell: Shell { program.shell }
  var hasQuit: Bool { program.hasQuit }
  /// What is wrong with the settings. To be set as an action of the scheduler.
  let mistakes = MutableProperty<[SafeText]>([])

  /// - Parameters:
  ///   - origin: of the questions and the temperatures, and the feed's.
  ///   - others: panes besides the program's own.
  ///   - features: features besides them.
  ///   - base: the settings that these are added to.
  ///   - keys: of commands that have others than their own.
  ///   - store: what the questions' pane finds of the runs before.
  ///   - greets: it is the first start.
  ///   - addresses: what the diagnostics say of where the services are.
  ///   - body: the text of every question.
  ///   - layouts: others, by name.
  ///   - commands: of the person's own.
  ///   - rules: of the settings.
  ///   - watch: the edits that the settings watch.
  ///   - run: what becomes of a program in the background.
  ///   - files: writes the files that a person names.
  init(
    width: Int = 120, height: Int = 36, theme: Theme = Theme(), origin: Origin = .live,
    feedOrigin: Origin = .live, others: [any Pane] = [],
    features: [OtherFeature] = [], settings base: Settings = Settings(),
    keys: Property<[PaneKit.Command.ID: [KeyEvent]]> = Property(value: [:]),
    colours: Property<ThemeSettings> = Property(value: ThemeSettings()),
    layout: Property<LayoutSettings> = Property(value: LayoutSettings()), layouts: [String: NamedLayout] = [:],
    store: (any StateStore)? = nil, cache: (any QuestionCache)? = nil, greets: Bool = false,
    addresses: ServiceAddresses = ServiceAddresses(),
    body: RichText = Sample.body, editor: SignalProducer<ProgramCall, DisplayRefusal>? = nil,
    commands: [OwnCommand] = [], rules: [Rule] = [], watch: [EditWatch] = [],
    run: @escaping ProgramsViewModel.Runner = { _ in SignalProducer(value: ProgramEnd(failure: nil)) },
    files: any TextFiles = NoTextFiles()
  ) {
    questions = StubQuestions(origin: origin, body: body)
    feed = ScriptedFeed(
      origin: feedOrigin,
      edit: { [asked] _ in
        asked.modify { $0 += 1 }
        return SignalProducer(value: .diff(StoryMaterial.diff))
      })
    temperatures = StubTemperatures(origin: origin) { [asked] in asked.modify { $0 += 1 } }
    var dependencies = InterfaceDependencies(
      questions: questions, feed: feed, rooms: Property(value: [RoomSourceEntry(temperatures)]))
    dependencies.questions.directory = questions
    dependencies.runProgram = run
    dependencies.store = greets ? MemoryStateStore(RememberedState()) : store
    dependencies.questions.cache = cache
    dependencies.greets = greets
    dependencies.files = files
    dependencies.setAddresses(Property(value: addresses))
    dependencies.settings = keys.combineLatest(with: colours).combineLatest(with: layout).map { pair, layout in
      var settings = base
      settings.keys = pair.0.reduce(into: base.keys) { names, entry in
        names[entry.key.name] = entry.value.compactMap(\.name)
      }
      (settings.theme, settings.layout) = (pair.1, layout)
      settings.commands += commands
      settings.rules += rules
      settings.layouts = layouts
      settings.wikipedia.watch = watch
      return settings
    }
    dependencies.palette = { Sample.palette }
    let vocabulary = SettingsVocabulary(commands: Features.catalog.names, features: Features.settings)
    dependencies.settingLine = { SettingsText.line(for: $0, vocabulary: vocabulary) }
    dependencies.editor = editor
    dependencies.time = .utc
    dependencies.mistakes = Property(capturing: mistakes)
    let scheduler = scheduler
    program = SimulatedProgram(
      dependencies, size: Size(width: width, height: height), theme: theme,
      others: others.map { OtherFeature($0) } + features, on: scheduler,
      perform: { scheduler.perform($0) })
    look()
    scheduler.perform { program.start() }
    turn()
  }

  // MARK: - A person

  func type(_ keys: KeyEvent...) {
    for key in keys { scheduler.perform { display.type(key) } }
  }

  func type(_ text: String) {
    for character in text { scheduler.perform { display.type(.character(character)) } }
  }

  func point(_ action: MouseEvent.Action, x: Int, y: Int) {
    scheduler.perform { display.point(action, x: x, y: y) }
  }

  func resize(to width: Int, _ height: Int) {
    scheduler.perform { display.resize(to: Size(width: width, height: height)) }
  }

  /// Connects the feed, and waits for the first window that is counted whole.
  func connectFeed() {
    scheduler.perform { feed.send(.connected(source: .english)) }
    turn(seconds: 5)
  }

  /// Lets answers that have come reach the interface, and draws; the clock stands still.
  @discardableResult
  func answers() -> String {
    scheduler.advance()
    return look()
  }

  /// Lets what waits on the virtual clock happen, and draws.
  func turn(seconds: Double = 1) {
    scheduler.advance(by: .milliseconds(Int(seconds * 1000)))
    look()
  }

  /// An edit or another event comes in.
  func send(_ title: SafeText, address: String? = nil) {
    let event = WikiEvent(kind: .unspecified, title: title, time: Sample.now, address: address)
    scheduler.perform { feed.send(.event(event, isReplay: false)) }
  }

  /// An edit comes in whose text can be asked for.
  func sendEdit(_ title: SafeText, revision: Int) {
    scheduler.perform { feed.send(StoryMaterial.edit(title, 7, revision: revision, by: "Marta K.", at: Sample.now)) }
  }

  // MARK: - Looking

  /// Draws what the last key did; the virtual clock stands still.
  @discardableResult
  func look() -> String {
    scheduler.perform { UI.frames.drawNow() }
    return screen
  }

  var screen: String { display.frames.last?.text ?? "" }
  var lines: [Substring] { screen.split(separator: "\n", omittingEmptySubsequences: false) }
  var footer: String { lines.last.map(String.init) ?? "" }

  /// The frame of a list over the panes, by its title; `nil` if it is not on the screen.
  func frame(of title: String) -> Rect? {
    look()
    guard let canvas = display.frames.last, let y = lines.firstIndex(where: { $0.contains("╭─ \(title) ─") }),
      let x = column(of: "╭─ \(title) ─", inRow: y),
      let right = (x + 1..<canvas.width).first(where: { canvas[x: $0, y: y].glyph.string == "╮" }),
      let bottom = (y..<canvas.height).first(where: { canvas[x: x, y: $0].glyph.string == "╰" })
    else { return nil }
    return Rect(x: x, y: y, width: right - x + 1, height: bottom - y + 1)
  }

  /// What stands inside a frame, as words with a space between any two.
  func words(inside frame: Rect) -> String {
    guard let canvas = display.frames.last else { return "" }
    let lines = (frame.y + 1..<frame.maxY - 1).map { y in
      (frame.x + 1..<frame.maxX - 1).map { canvas[x: $0, y: y] }.filter { $0.width > 0 }.map(\.glyph.string).joined()
    }
    return lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The column at which a text begins in a row of the screen.
  func column(of text: String, inRow y: Int) -> Int? {
    guard let canvas = display.frames.last else { return nil }
    var line = ""
    var columns: [Int] = []
    for x in 0..<canvas.width where canvas[x: x, y: y].width > 0 {
      for _ in canvas[x: x, y: y].glyph.string { columns.append(x) }
      line += canvas[x: x, y: y].glyph.string
    }
    return line.firstRange(of: text).map { columns[line.distance(from: line.startIndex, to: $0.lowerBound)] }
  }

  /// Shows a list over the panes.
  func open(_ list: ChoiceList) { scheduler.perform { shell.open(list) } }

  /// Tells a story on the interface's thread.
  nonisolated static func tell(_ steps: @UI () throws -> Void) async rethrows {
    UI.runInBackground()
    try await onInterface(steps)
  }

  private static func onInterface(_ steps: @UI () throws -> Void) rethrows { try steps() }
}
