import Dispatch
import Foundation
import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// One request at a time, and its answer is taken, on whatever threads they are decided and answered.
@Suite struct StackOverflowRequestTests {
  @Test func aRefreshDecidedWhileAnotherIsBeingToldOfIsTheOneThatIsAskedFor() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let refreshes = MutableProperty(0)
    // The first refresh shows that it loads; an observer of that decides on another.
    scene.viewModel.state.signal
      .filter { $0.list.load == .reloading }
      .take(first: 1)
      .observeValues { _ in
        refreshes.modify { $0 += 1 }
        scene.perform(.refresh)
      }
    scene.perform(.refresh)
    #expect(refreshes.value == 1)

    #expect(scene.service.pages.open.count == 1)
    if let open = scene.service.pages.open.last { scene.answer(open, .sample([2])) }
    #expect(scene.rows == [2])
    #expect(scene.list.load == .loaded(at: scene.scheduler.currentDate), "no spinner turns for ever")
  }

  @Test func aQuestionLeftWhileItIsBeingToldThatItIsOpenIsNotAskedFor() {
    let scene = StackOverflowScene.loaded([.sample(1), .sample(2)])
    scene.viewModel.state.signal
      .filter { $0.reading?.question.id == 1 }
      .take(first: 1)
      .observeValues { _ in scene.perform(.close, .move(.lines(1)), .open) }
    scene.perform(.open)

    #expect(scene.state.reading?.question.id == 2)
    #expect(scene.service.details.open.count == 1)
    if let open = scene.service.details.open.last { scene.answerDetail(open, .sample(2)) }
    #expect(scene.state.reading?.detail?.question.id == 2)
  }

  /// All keys of a story come before the clock moves: what a key means is what the keys before it made of the state.
  @Test func keysActInTheirOrderThoughTheClockStandsStill() {
    let scene = StackOverflowScene()
    scene.start()
    scene.answer(0, .sample(1...30, hasMore: true))
    scene.perform(.editFilter)
    scene.type("2")
    scene.perform(.move(.lines(1)))
    #expect(scene.list.selection == 12, "moved among 2, 12, 20…29")
    scene.type("2")
    scene.perform(.acceptFilter, .open)
    #expect(scene.state.reading?.question.id == 22)
    scene.perform(.editFilter)
    scene.type("q")
    #expect(scene.state.takesText, "what is typed is text")
    scene.perform(.acceptFilter)
    #expect(scene.state.reading?.search.words == FilterWords("q"))
    scene.perform(.close, .clearFilter, .select(7), .nextTab, .editFilter)
    scene.type("x")
    scene.perform(.previousTab, .move(.lines(-1)), .open)
    #expect(scene.state.reading?.question.id == 6)
    scene.perform(.close, .move(.end), .move(.end), .refresh)
    #expect(scene.asked.map(\.page) == [1, 1, 1 + 1, 1])
    #expect(scene.askedDetails == [22, 6])
    scene.perform(.nextTab)
    #expect(scene.list.filter.words == FilterWords("x"))
    #expect(scene.scheduler.currentDate == TestScheduler().currentDate)
  }

  /// On real threads: the interface's, on which a person does all they can, and those that the service answers on.
  @Test(.timeLimit(.minutes(2))) func answersFromOtherThreadsEnterOnTheInterface() async {
    let interface = QueueScheduler(name: "interface")
    let viewModel = StackOverflowViewModel(service: ThreadedQuestions(), scheduler: interface)
    let trespasses = Counter(viewModel.state.signal.filter { _ in !interface.isCurrent })
    viewModel.state.producer.startWithValues(StackOverflowScene.check)
    interface.schedule { viewModel.start() }
    for round in 0..<2_000 {
      interface.schedule {
        switch round % 8 {
        case 0: viewModel.send(.refresh)
        case 1: viewModel.send(.inTab(.move(.lines(round % 50))))
        case 2: viewModel.send(.inTab(.move(.end)))
        case 3: viewModel.send(.inTab(.open))
        case 4: viewModel.send(.inTab(.field(.begin)))
        case 5: viewModel.send(.inTab(.field(.edit(.insert("\(round % 10)")))))
        case 6: viewModel.send(.inTab(.close))
        default: round % 3 == 0 ? viewModel.send(.stepTab(1)) : viewModel.send(.inTab(.field(.clear)))
        }
      }
    }
    interface.schedule {
      viewModel.send(.inTab(.close))
      viewModel.send(.inTab(.field(.clear)))
      viewModel.send(.refresh)
    }
    for await state in viewModel.state.producer.values {
      if case .loaded = state.list.load, state.reading == nil, state.list.total > 0, !state.list.isLoadingMore { break }
    }
    #expect(trespasses.count == 0)
  }
}

/// Answers each request on another thread, every third one as the demonstration.
private final class ThreadedQuestions: QuestionDoubled {
  private let count = LockedState(0)

  var double: QuestionDouble {
    var double = QuestionDouble(Provenance(.live))
    double.questions = { [self] query in
      answer { origin in
        let first = (query.page - 1) * query.pageSize
        return .sample(first..<first + query.pageSize, hasMore: query.page < 4, origin: origin)
      }
    }
    double.detail = { [self] id in answer { .sample(id, origin: $0) } }
    double.commentsOfQuestion = { [self] id in answer { _ in PostComments([Questions.Comment(id: 1, post: id)]) } }
    double.commentsOfAnswers = { [self] ids in
      answer { _ in PostComments(ids.map { Questions.Comment(id: $0, post: $0) }) }
    }
    return double
  }

  private func answer<Value: Sendable>(_ make: @escaping @Sendable (Origin) -> Value) -> SignalProducer<
    Value, ServiceError
  > {
    SignalProducer { observer, _ in
      let number = self.count.withLock { count in
        count += 1
        return count
      }
      DispatchQueue.global().async {
        observer.send(value: make(number / 40 % 3 == 2 ? .demo : .live))
        observer.sendCompleted()
      }
    }
  }
}
