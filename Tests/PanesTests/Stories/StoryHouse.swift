import Foundation
import Model
import ModelTesting
import Screen
import Signals
import SignalsTesting
import Synchronization
import Testing
import Text
import ViewModels

@testable import Panes

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
  let display: MemoryDisplay
  private(set) var hasQuit = false

  private let scheduler = TestScheduler(startDate: Sample.now)
  private let questionService = StoryQuestions()
  private let wikiFeed = StoryFeed()
  private let temperatureService: StoryTemperatures
  private let stackOverflow: StackOverflowViewModel
  private let wikipedia: WikipediaViewModel
  private let conAir: ConAirViewModel
  private let dashboard: Dashboard
  private var shell: Shell?

  /// What was wrong with states that were emitted since the last look.
  private let faults = Mutex<[String]>([])
  private let observations = CompositeDisposable()
  private var checkedFrames = 0

  /// The interface as it is before any service has begun, with its first frame on the screen.
  private init(story: String, size: Size, theme: Theme, isConAirConfigured: Bool, temperatureOrigin: Origin) {
    temperatureService = StoryTemperatures(origin: temperatureOrigin)
    picture = StoryPicture(story: story, size: size)
    display = MemoryDisplay(size: size, theme: theme)
    let scheduler = scheduler
    let (questionService, wikiFeed, temperatureService) = (questionService, wikiFeed, temperatureService)
    stackOverflow = StackOverflowViewModel(service: questionService, scheduler: scheduler)
    wikipedia = WikipediaViewModel(feed: wikiFeed, scheduler: scheduler)
    conAir = ConAirViewModel(service: temperatureService, scheduler: scheduler, isConfigured: isConAirConfigured)
    dashboard = Dashboard(panes: StandardPanes.ids, scheduler: scheduler)
    let quit: @UI @Sendable () -> Void = { [weak self] in self?.hasQuit = true }
    shell = scheduler.perform { [dashboard, display, stackOverflow, wikipedia, conAir] in
      Shell(
        dashboard: dashboard,
        panes: StandardPanes.make(stackOverflow: stackOverflow, wikipedia: wikipedia, conAir: conAir),
        display: display, clock: .utc, currentDate: { scheduler.currentDate }, quit: quit)
    }
    checkEmittedStates()
    draw()
  }

  deinit { observations.dispose() }

  // MARK: - The services

  /// Lets the services begin.
  func start() {
    scheduler.perform { shell?.start() }
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
    questionService.pages.answer(request, with: .success(page))
    scheduler.advance()
  }

  func failQuestions(_ error: ServiceError, request: Int? = nil) {
    questionService.pages.answer(request, with: .failure(error))
    scheduler.advance()
  }

  func answerDetail(_ detail: QuestionDetail, request: Int? = nil) {
    var detail = detail
    detail.provenance = Provenance(questionService.current.withLock { $0 })
    questionService.details.answer(request, with: .success(detail))
    scheduler.advance()
  }

  func failDetail(_ error: ServiceError, request: Int? = nil) {
    questionService.details.answer(request, with: .failure(error))
    scheduler.advance()
  }

  /// The requests for comments so far: on which question, on how many answers.
  var commentsAsked: [String] { questionService.comments.asked }

  func answerComments(_ comments: [Model.Comment], request: Int) {
    questionService.comments.answer(request, with: .success(PostComments(comments)))
    scheduler.advance()
  }

  func failComments(_ error: ServiceError, request: Int) {
    questionService.comments.answer(request, with: .failure(error))
    scheduler.advance()
  }

  func answerTemperatures(_ temperatures: [Temperature], request: Int? = nil) {
    temperatureService.requests.answer(request, with: .success(temperatures))
    scheduler.advance()
  }

  func failTemperatures(_ error: ServiceError, request: Int? = nil) {
    temperatureService.requests.answer(request, with: .failure(error))
    scheduler.advance()
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

  func failBrowser(_ sentence: SafeText) {
    scheduler.perform { display.failBrowser(sentence) }
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
    _ story: String, at size: Size, theme: Theme = Theme(), isConAirConfigured: Bool = true,
    temperatureOrigin: Origin = .live, sourceLocation: SourceLocation = #_sourceLocation,
    _ steps: @UI (StoryHouse) throws -> Void
  ) async throws {
    UI.runInBackground()
    try await withHouse(story, size, theme, isConAirConfigured, temperatureOrigin) { house in
      try steps(house)
      try house.picture.compare(sourceLocation: sourceLocation)
    }
  }

  /// Tells a story of which no picture is kept.
  nonisolated static func tell(at size: Size, _ steps: @UI (StoryHouse) throws -> Void) async throws {
    UI.runInBackground()
    try await withHouse("", size, Theme(), true, .live, steps)
  }

  private static func withHouse(
    _ story: String, _ size: Size, _ theme: Theme, _ isConAirConfigured: Bool, _ temperatureOrigin: Origin,
    _ steps: @UI (StoryHouse) throws -> Void
  ) throws {
    try steps(
      StoryHouse(
        story: story, size: size, theme: theme, isConAirConfigured: isConAirConfigured,
        temperatureOrigin: temperatureOrigin))
  }
}

// MARK: - What must hold always

extension StoryHouse {
  /// Checks each state from when it is emitted, whether it is drawn or not.
  private func checkEmittedStates() {
    observations += stackOverflow.state.signal.observeValues { [weak self] state in
      self?.note(Self.faults(of: state))
    }
    observations += wikipedia.state.signal.observeValues { [weak self] state in
      self?.note(Self.faults(of: state))
    }
    observations += conAir.state.signal.observeValues { [weak self] state in
      self?.note(Self.faults(of: state))
    }
  }

  nonisolated private func note(_ found: [String]) {
    if !found.isEmpty { faults.withLock { $0 += found } }
  }

  private func check(_ step: String) {
    let questions = stackOverflow.state.value
    note(
      Self.faults(of: questions) + Self.faults(of: wikipedia.state.value) + Self.faults(of: conAir.state.value))
    var checked: [Cell]?
    for canvas in display.frames[checkedFrames...] where canvas.cells != checked {
      note(StoryPicture.faults(of: canvas))
      checked = canvas.cells
    }
    checkedFrames = display.frames.count
    note(Self.faults(of: conAir.state.value, at: now))
    if let canvas = display.frames.last {
      if canvas.size != display.size { note(["the frame has another size than the screen"]) }
      let isList =
        dashboard.state.value.focus == .stackOverflow && questions.reading == nil && !canvas.text.contains("╭─ Keys ─")
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

  /// The selection is among the rows, and all questions come from one origin.
  nonisolated private static func faults(of state: StackOverflowState) -> [String] {
    var faults: [String] = []
    let list = state.list
    if let selection = list.selection {
      if list.questions.row(of: selection) == nil { faults.append("question \(selection) is selected and not shown") }
    } else if !list.questions.isEmpty {
      faults.append("there are questions, and none is selected")
    }
    let shown = list.questions.map(\.id) + (state.reading.map { [$0.question.id] } ?? [])
    for id in shown where StoryMaterial.isOfDemo(question: id) != (state.origin == .demo) {
      faults.append("question \(id) is not from \(state.origin)")
    }
    if let detail = state.reading?.detail, detail.question.id != state.reading?.question.id {
      faults.append("the question that is open is shown with another one's answers")
    }
    return faults
  }

  nonisolated private static func faults(of state: WikipediaState) -> [String] {
    var faults: [String] = []
    if let selection = state.selection, !state.recent.contains(where: { $0.id == selection }) {
      faults.append("event \(selection) is selected and not shown")
    }
    for title in state.recent.map(\.event.title) + (state.latestEdit.map { [$0] } ?? []) where !title.isEmpty {
      if StoryMaterial.isOfDemo(title: title) != (state.origin == .demo) {
        faults.append("“\(title)” is not from \(state.origin)")
      }
    }
    return faults
  }

  nonisolated private static func faults(of state: ConAirState) -> [String] {
    let values = state.chart.series.points.compactMap(\.value) + (state.latest.map { [$0.celsius] } ?? [])
    return values.filter { StoryMaterial.isOfDemo(celsius: $0) != (state.origin == .demo) }
      .map { "\($0) °C is not from \(state.origin)" }
  }

  /// No temperature is of the future.
  nonisolated private static func faults(of state: ConAirState, at now: Date) -> [String] {
    let times = [
      state.chart.viewport.time.upperBound, state.chart.series.timeExtent?.upperBound,
      state.latest?.time.timeIntervalSince1970,
    ]
    return times.compactMap { $0 }.filter { $0 > now.timeIntervalSince1970 }
      .map { "\(Date(timeIntervalSince1970: $0)) is in the future" }
  }
}

// MARK: - Services

private final class StoryQuestions: QuestionDoubled {
  let pages = StoryRequests<QuestionPage>()
  let details = StoryRequests<QuestionDetail>()
  let comments = StoryRequests<PostComments>()
  /// Where the answers come from.
  let current = Mutex(Origin.live)

  var double: QuestionDouble {
    var double = QuestionDouble(Provenance(.live))
    double.questions = { [pages] in pages.producer("\($0.feed.tags.first ?? "all") \($0.page)") }
    double.detail = { [details] in details.producer("\($0)") }
    double.commentsOfQuestion = { [comments] in comments.producer("question \($0)") }
    double.commentsOfAnswers = { [comments] in comments.producer("answers \($0.count)") }
    return double
  }
}

private final class StoryFeed: WikiFeed {
  let reconnects = Mutex(0)
  let origin = Origin.live
  private let feed = Signal<WikiFeedUpdate, Never>.pipe()

  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      lifetime += again.observeValues { [weak self] in self?.reconnects.withLock { $0 += 1 } }
      lifetime += SignalProducer(feed.output).start(observer)
    }
  }

  func send(_ update: WikiFeedUpdate) { feed.input.send(value: update) }
}

private final class StoryTemperatures: TemperatureService {
  let requests = StoryRequests<[Temperature]>()
  let origin: Origin

  init(origin: Origin) { self.origin = origin }

  /// Single readings are asked for in steps so short that no story answers them: the means stand for them.
  func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    step < 1 ? SignalProducer(value: []) : requests.producer("\(Int(end.timeIntervalSince(start).rounded())) s")
  }
}
