import Assembly
import Foundation
import Model
import ModelTesting
import Screen
import Signals
import SignalsTesting
import Simulation
import Synchronization
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// The whole interface for a story: services that the story answers for, a terminal in memory, and a clock that only the
/// story moves.
///
/// This file holds all that the stories know of how the interface is put together: view models, shell, service protocols,
/// schedulers and frames. The stories themselves say only what is answered, what is typed, and when somebody looks.
///
/// Input from the terminal arrives as an action of the scheduler. Answers and the feed's updates arrive outside of it, as
/// from a client's thread, and what they schedule on it for now runs at once.
@UI
final class StoryHouse {
  /// What was seen, for the comparison at the end.
  private var picture: StoryPicture
  private let scheduler = TestScheduler(startDate: Sample.now)
  private let questionService = StoryQuestions()
  private let wikiFeed = StoryFeed()
  private let temperatureService: StoryTemperatures
  private let program: SimulatedProgram
  /// The settings in force, which a story may change.
  let settings = MutableProperty(Settings())

  var display: MemoryDisplay { program.display }
  var hasQuit: Bool { program.hasQuit }
  private var stackOverflow: StackOverflowViewModel { program.stackOverflow }
  private var wikipedia: WikipediaViewModel { program.wikipedia }
  private var rooms: RoomsViewModel { program.rooms }

  /// What was wrong with states that were emitted since the last look.
  private let faults = Mutex<[String]>([])
  private let observations = CompositeDisposable()
  private var checkedFrames = 0
  private var colours = ColourRule()

  /// The interface as it is before any service has begun, with its first frame on the screen.
  private init(
    story: String, size: Size, theme: Theme, isConAirConfigured: Bool, temperatureOrigin: Origin,
    limits: RoomSettings.Limits
  ) {
    let temperatureService = StoryTemperatures(origin: temperatureOrigin)
    self.temperatureService = temperatureService
    picture = StoryPicture(story: story, size: size)
    let rooms = isConAirConfigured ? [RoomSourceEntry(temperatureService, limits: limits)] : []
    let scheduler = scheduler
    var dependencies = InterfaceDependencies(questions: questionService, feed: wikiFeed, rooms: Property(value: rooms))
    dependencies.settings = Property(settings)
    dependencies.palette = { Sample.palette }
    dependencies.time = .utc
    program = SimulatedProgram(
      dependencies, size: size, theme: theme, on: scheduler, perform: { scheduler.perform($0) })
    checkEmittedStates()
    draw()
  }

  deinit { observations.dispose() }

  // MARK: - The services

  /// Lets the services begin.
  func start() {
    scheduler.perform { program.start() }
    scheduler.advance()
  }

  /// The requests for questions so far, the first one at the start: which tag, and which page.
  var questionsAsked: [String] { questionService.pages.asked }
  /// The requests for open questions so far: which question.
  var detailsAsked: [String] { questionService.details.asked }
  /// The requests for temperatures so far: how many seconds of them.
  var temperaturesAsked: [String] { temperatureService.requests.asked }
  /// How often the feed was asked to connect at once.
  var reconnects: Int { wikiFeed.reconnects.withLock { $0 } }

  /// Answers a request for questions: the latest one, or the one with a number, counted from 1.
  ///
  /// - Parameter origin: where this answer and those after it come from, when that changes.
  func answerQuestions(_ page: QuestionPage, request: Int? = nil, from origin: Origin? = nil) {
    if let origin { questionService.current.withLock { $0 = origin } }
    var page = page
    page.provenance = Provenance(questionService.current.withLock { $0 })
    answer(questionService.pages, request, .success(page))
    scheduler.advance()
  }

  func failQuestions(_ error: ServiceError, request: Int? = nil) {
    answer(questionService.pages, request, .failure(error))
    scheduler.advance()
  }

  func answerDetail(_ detail: QuestionDetail, request: Int? = nil) {
    var detail = detail
    detail.provenance = Provenance(questionService.current.withLock { $0 })
    answer(questionService.details, request, .success(detail))
    scheduler.advance()
  }

  func failDetail(_ error: ServiceError, request: Int? = nil) {
    answer(questionService.details, request, .failure(error))
    scheduler.advance()
  }

  /// The requests for comments so far: on which question, on how many answers.
  var commentsAsked: [String] { questionService.comments.asked }

  func answerComments(_ comments: [Questions.Comment], request: Int) {
    answer(questionService.comments, request, .success(PostComments(comments)))
    scheduler.advance()
  }

  func failComments(_ error: ServiceError, request: Int) {
    answer(questionService.comments, request, .failure(error))
    scheduler.advance()
  }

  func answerTemperatures(_ temperatures: [Temperature], request: Int? = nil) {
    answer(temperatureService.requests, request, .success(temperatures))
    scheduler.advance()
  }

  func failTemperatures(_ error: ServiceError, request: Int? = nil) {
    answer(temperatureService.requests, request, .failure(error))
    scheduler.advance()
  }

  /// The requests for the text of an edit so far.
  var editsAsked: [String] { wikiFeed.diffs.asked }

  func answerEdit(_ answer: EditAnswer, request: Int? = nil) {
    self.answer(wikiFeed.diffs, request, .success(answer))
    scheduler.advance()
  }

  /// The wikis that the feed is to follow.
  var wikis: [String] { wikipedia.wikis.value.names }

  /// The requests for a user's edits so far: on which wiki, by whom.
  var contributionsAsked: [String] { wikiFeed.contributions.asked }

  func answerWikis(_ result: Result<[Wiki], ServiceError>) {
    answer(wikiFeed.lists, nil, result)
    scheduler.advance()
  }

  func answerContributions(_ updates: [WikiFeedUpdate]) {
    let events = updates.compactMap { if case .event(let event, _) = $0 { event } else { nil } }
    answer(wikiFeed.contributions, nil, .success(events))
    scheduler.advance()
  }

  func failEdit(_ error: ServiceError, request: Int? = nil) {
    answer(wikiFeed.diffs, request, .failure(error))
    scheduler.advance()
  }

  private func answer<Value>(
    _ requests: StoryRequests<Value>, _ number: Int?, _ result: Result<Value, ServiceError>
  ) {
    if !requests.answer(number, with: result), number == nil {
      Issue.record("Nothing is asked for that could be answered.")
    }
  }

  /// Sends updates of the feed; they are on the screen a thirtieth of a second later.
  func send(_ updates: WikiFeedUpdate..., from origin: Origin? = nil) {
    if let origin { wikiFeed.send(.connecting(origin)) }
    for update in updates { wikiFeed.send(update) }
    scheduler.advance()
  }

  // MARK: - A person

  /// Types keys, each as ``KeyEvent/keys(_:)`` reads it.
  func type(_ keys: String) {
    for key in KeyEvent.keys(keys) { press(key) }
  }

  func press(_ keys: KeyEvent...) {
    for key in keys { scheduler.perform { display.type(key) } }
  }

  func point(_ action: MouseEvent.Action, x: Int, y: Int) {
    scheduler.perform { display.point(action, x: x, y: y) }
  }

  func resize(_ width: Int, _ height: Int) {
    scheduler.perform { display.resize(to: Size(width: width, height: height)) }
    picture.size = display.size
  }

  func failProgram(_ sentence: SafeText) {
    scheduler.perform { display.failProgram(sentence) }
  }

  /// Lets time pass. Nobody looks at the very moment at which something is due, since dates are not that exact.
  func pass(_ seconds: Double) { scheduler.advance(by: seconds) }

  /// Lets a thirtieth of a second pass and a little more, so that the feed's updates reach the screen.
  func passBatch() { pass(0.05) }

  var now: Date { scheduler.currentDate }

  // MARK: - Looking

  /// Draws what is due now, checks it, and adds it to the story's picture.
  func look(_ step: String, styles: Bool = false) {
    drawDue()
    guard let canvas = display.frames.last else { return }
    picture.add(step, canvas, styles: styles)
    check(step)
  }

  /// Draws what the keys did while the clock stands still; nothing that is scheduled runs.
  @discardableResult
  func glance(_ step: String) -> String {
    draw()
    check(step)
    return screen
  }

  var screen: String { display.frames.last?.text ?? "" }

  /// Draws what is due now.
  func drawDue() {
    scheduler.advance()
    draw()
  }

  /// Draws until nothing changes: a frame may tell a pane its size, and the next one shows what came of that.
  private func draw() {
    var shown: [Cell]?
    for _ in 0..<5 {
      scheduler.perform { UI.frames.drawNow() }
      guard let cells = display.frames.last?.cells, cells != shown else { return }
      shown = cells
    }
    Issue.record("The screen does not come to rest.")
  }

  /// Tells a story from its first frame on, and compares what was seen with the pictures kept beside the tests.
  nonisolated static func tell(
    _ story: String, at size: Size = StoryPicture.size, theme: Theme = Theme(), isConAirConfigured: Bool = true,
    temperatureOrigin: Origin = .live, limits: RoomSettings.Limits = RoomSettings.Limits(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ steps: @UI (StoryHouse) throws -> Void
  ) async throws {
    UI.runInBackground()
    try await withHouse(story, size, theme, isConAirConfigured, temperatureOrigin, limits) { house in
      try steps(house)
      try house.picture.compare(sourceLocation: sourceLocation)
    }
  }

  /// Tells a story of which no picture is kept.
  nonisolated static func tell(at size: Size, _ steps: @UI (StoryHouse) throws -> Void) async throws {
    UI.runInBackground()
    try await withHouse("", size, Theme(), true, .live, RoomSettings.Limits(), steps)
  }

  private static func withHouse(
    _ story: String, _ size: Size, _ theme: Theme, _ isConAirConfigured: Bool, _ temperatureOrigin: Origin,
    _ limits: RoomSettings.Limits, _ steps: @UI (StoryHouse) throws -> Void
  ) throws {
    try steps(
      StoryHouse(
        story: story, size: size, theme: theme, isConAirConfigured: isConAirConfigured,
        temperatureOrigin: temperatureOrigin, limits: limits))
  }
}

// MARK: - What must hold always

extension StoryHouse {
  /// Checks each state from when it is emitted, whether it is drawn or not.
  private func checkEmittedStates() {
    observations += stackOverflow.state.signal.observeValues { [weak self] state in
      self?.note(Invariants.faults(of: state))
    }
    observations += wikipedia.state.signal.observeValues { [weak self] state in
      self?.note(Invariants.faults(of: state))
    }
    observations += rooms.state.signal.observeValues { [weak self] state in
      self?.note(Invariants.faults(of: state))
    }
  }

  nonisolated private func note(_ found: [String]) {
    if !found.isEmpty { faults.withLock { $0 += found } }
  }

  private func check(_ step: String) {
    let questions = stackOverflow.state.value
    note(
      Invariants.faults(of: questions) + Invariants.faults(of: wikipedia.state.value)
        + Invariants.faults(of: rooms.state.value))
    var checked: [Cell]?
    for canvas in display.frames[checkedFrames...] where canvas.cells != checked {
      note(Invariants.faults(of: canvas) + colours.faults(of: canvas))
      checked = canvas.cells
    }
    checkedFrames = display.frames.count
    note(Invariants.faults(of: rooms.state.value, at: now))
    if let canvas = display.frames.last {
      if canvas.size != display.size { note(["the frame has another size than the screen"]) }
      let isList =
        program.dashboard.state.value.focus == .stackOverflow && questions.reading == nil
        && !canvas.text.contains("╭─ Keys ─")
      if isList, canvas.width >= 40, canvas.height >= 10, !questions.list.questions.isEmpty,
        !canvas.cells.contains(where: { $0.glyph == Glyph("▌") }), !canvas.theme.isASCII
      {
        note(["there are questions, and none is seen to be selected"])
      }
    }
    let found = faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
    for fault in found.prefix(3) { Issue.record("At “\(step)”: \(fault).") }
  }
}
