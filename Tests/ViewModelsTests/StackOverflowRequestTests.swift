import Dispatch
import Model
import Signals
import Testing

@testable import ViewModels

/// A decision that was made while another one was still being told of is the one that stands.
@Suite struct StackOverflowRequestTests {
  @Test func aRefreshDecidedWhileAnotherIsBeingToldOfIsTheOneThatIsAskedFor() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let refreshes = MutableProperty(0)
    // The first refresh shows that it loads; whoever sees that decides on another, before anything has been asked.
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
    if let open = scene.service.pages.open.last { scene.service.pages.answer(open, .sample([2])) }
    #expect(scene.rows == [2])
    #expect(scene.list.load == .loaded(at: scene.scheduler.currentDate), "no spinner turns for ever")
  }

  @Test func aQuestionLeftWhileItIsBeingToldThatItIsOpenIsNotAskedFor() {
    let scene = StackOverflowScene.loaded([.sample(1), .sample(2)])
    scene.viewModel.state.signal
      .filter { $0.reading?.question.id == 1 }
      .take(first: 1)
      .observeValues { _ in scene.perform(.back, .move(.lines(1)), .open) }
    scene.perform(.open)

    #expect(scene.state.reading?.question.id == 2)
    #expect(scene.service.details.open.count == 1)
    if let open = scene.service.details.open.last { scene.service.details.answer(open, .sample(2)) }
    #expect(scene.state.reading?.detail?.question.id == 2)
  }

  @Test func whoeverDecidesLastOnWhateverThreadOneRequestIsOnItsWayAndItsAnswerIsTaken() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { scene.perform(.refresh) }
    }
    #expect(scene.service.pages.keys.count == 401)
    #expect(scene.service.pages.open.count == 1)
    if let open = scene.service.pages.open.last { scene.service.pages.answer(open, .sample([2])) }
    #expect(scene.rows == [2])
    #expect(scene.list.load == .loaded(at: scene.scheduler.currentDate))
  }
}
