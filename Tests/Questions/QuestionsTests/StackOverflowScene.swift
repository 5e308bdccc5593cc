import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// A Stack Overflow pane with a service that the test answers for, in virtual time. Every state that it emits is checked.
final class StackOverflowScene: Sendable {
  typealias Act = StackOverflowViewModel.Action

  let service: ScriptedQuestionService
  let directory = ScriptedDirectory()
  let scheduler = TestScheduler()
  let viewModel: StackOverflowViewModel
  /// What the settings say.
  let tabs: MutableProperty<[QuestionTab]>
  let refreshPeriod = MutableProperty<TimeInterval?>(nil)
  /// How often the live service was to be tried again.
  let retries: Counter

  init(
    tabs: [QuestionTab] = QuestionTab.standard, selectedTab: Int? = nil, origin: Origin = .live,
    store: (any StateStore)? = nil, cache: (any QuestionCache)? = nil
  ) {
    self.tabs = MutableProperty(tabs)
    service = ScriptedQuestionService(origin: origin)
    viewModel = StackOverflowViewModel(
      tabs: Property(self.tabs), selectedTab: selectedTab, refreshPeriod: Property(refreshPeriod), service: service,
      directory: directory, memory: Memory(in: store, on: scheduler), cache: cache, scheduler: scheduler)
    retries = Counter(viewModel.refreshesOfDemo)
    viewModel.state.producer.startWithValues(Self.check)
  }

  /// A pane that was started and whose first tab got these questions.
  ///
  /// - Parameter hasRoom: A question has room beside the list.
  static func loaded(
    _ questions: [Question], hasMore: Bool = false, quota: Quota = Quota(), origin: Origin = .live,
    store: (any StateStore)? = nil, cache: (any QuestionCache)? = nil, hasRoom: Bool = false
  ) -> StackOverflowScene {
    let scene = StackOverflowScene(origin: origin, store: store, cache: cache)
    scene.start()
    if store != nil { scene.wait(1) }
    if hasRoom { scene.perform(.previewFits(.beside)) }
    scene.answer(
      0,
      QuestionPage(
        questions: questions, hasMore: hasMore, provenance: Provenance(origin), quotaRemaining: quota.remaining,
        quotaMax: quota.max))
    if hasRoom { return scene }
    scene.wait(1)
    return scene
  }

  var state: StackOverflowState { viewModel.state.value }
  var list: QuestionListState { state.list }
  var rows: [Int] { list.questions.map(\.id) }
  /// What was asked for, from the first request on.
  var asked: [QuestionQuery] { service.pages.keys }
  var askedDetails: [Question.ID] { service.details.keys }

  func start() { scheduler.perform { viewModel.start() } }

  func perform(_ acts: Act...) {
    for act in acts { scheduler.perform { viewModel.send(act) } }
  }

  func type(_ text: SafeText) {
    for character in text.string { perform(.edit(.insert(SafeText(oneLine: String(character))))) }
  }

  /// Has the settings list other tabs.
  func list(_ tabs: [QuestionTab]) { scheduler.perform { self.tabs.value = tabs } }

  func setRefreshPeriod(_ period: TimeInterval?) { scheduler.perform { refreshPeriod.value = period } }

  func wait(_ seconds: Double) { scheduler.advance(by: .milliseconds(Int(seconds * 1_000))) }

  // MARK: Answers, which go through the interface's door

  func answer(_ index: Int, _ page: QuestionPage) {
    service.pages.answer(index, page)
    scheduler.advance()
  }

  func fail(_ index: Int, _ error: ServiceError) {
    service.pages.fail(index, error)
    scheduler.advance()
  }

  func complete(_ index: Int) {
    service.pages.complete(index)
    scheduler.advance()
  }

  func answerDetail(_ index: Int, _ detail: QuestionDetail) {
    service.details.answer(index, detail)
    scheduler.advance()
  }

  func failDetail(_ index: Int, _ error: ServiceError) {
    service.details.fail(index, error)
    scheduler.advance()
  }

  func answerComments(_ index: Int, _ comments: PostComments) {
    service.comments.answer(index, comments)
    scheduler.advance()
  }

  func failComments(_ index: Int, _ error: ServiceError) {
    service.comments.fail(index, error)
    scheduler.advance()
  }

  // MARK: What holds in every state

  static func check(_ state: StackOverflowState) {
    let list = state.list
    #expect((list.selection == nil) == list.questions.isEmpty)
    #expect(list.selectedRow.map { list.questions[$0].identity } == list.selection)
    #expect(list.total >= list.questions.count)
    #expect(
      list.questions.allSatisfy { ($0.asker == Question.demonstrator) == (state.origin == .demo) }, "rows of one origin"
    )
    // A preview is that of the selected row, and there is none beside an open question.
    #expect(state.preview == nil || (state.reading == nil && state.preview?.question.identity == list.selection))
    if let reading = state.text {
      #expect((reading.question.asker == Question.demonstrator) == (state.origin == .demo))
      let comments = reading.comments
      #expect(
        !comments.isShown || reading.detail == nil || comments.isLoading || !comments.content.isEmpty
          || comments.content.ofQuestion.trouble != nil, "what is shown is known, on its way, or told why not")
      #expect(reading.detail.map { $0.provenance == state.provenance && $0.question.id == reading.question.id } ?? true)
    }
  }
}

/// The actions by shorter names.
extension StackOverflowViewModel.Action {
  static let (open, close, toggleComments) = (Self.inTab(.open), Self.inTab(.close), Self.inTab(.toggleComments))
  static let (editFilter, acceptFilter) = (Self.inTab(.field(.begin)), Self.inTab(.field(.accept)))
  static let clearFilter = Self.inTab(.field(.clear))
  static let (nextTab, previousTab) = (Self.stepTab(1), Self.stepTab(-1))

  static func move(_ motion: Motion) -> Self { .inTab(.move(motion)) }
  static func select(_ question: QuestionIdentity) -> Self { .inTab(.select(question)) }
  static func step(_ distance: Int) -> Self { .inTab(.stepQuestion(distance)) }
  static func edit(_ edit: TextEdit) -> Self { .inTab(.field(.edit(edit))) }
}
