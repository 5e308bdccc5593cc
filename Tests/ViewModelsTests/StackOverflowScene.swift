import Foundation
import Model
import Signals
import SignalsTesting
import Text

@testable import ViewModels

/// A Stack Overflow pane with a service that the test answers for, in virtual time.
final class StackOverflowScene: Sendable {
  let service = ScriptedQuestionService()
  let scheduler = TestScheduler()
  let viewModel: StackOverflowViewModel
  /// How often the live service was to be tried again.
  let retries: Counter

  init(tabs: [QuestionTab] = QuestionTab.standard) {
    viewModel = StackOverflowViewModel(tabs: tabs, service: service, scheduler: scheduler)
    retries = Counter(viewModel.refreshesOfDemo)
  }

  /// A pane that was started and whose first tab got these questions.
  static func loaded(_ questions: [Question], hasMore: Bool = false) -> StackOverflowScene {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.pages.answer(0, QuestionPage(questions: questions, hasMore: hasMore))
    scene.scheduler.advance(by: .seconds(1))
    return scene
  }

  var state: StackOverflowState { viewModel.state.value }
  var list: QuestionListState { state.list }
  var rows: [Int] { list.questions.map(\.id) }

  func perform(_ commands: Command...) {
    for command in commands { viewModel.perform(command) }
  }

  func type(_ text: SafeText) {
    for character in text.string { perform(.edit(.insert(SafeText(oneLine: String(character))))) }
  }

  func wait(_ seconds: Double) { scheduler.advance(by: .milliseconds(Int(seconds * 1_000))) }
}
