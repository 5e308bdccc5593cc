import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Questions

/// A view model that is let go of takes its timers and requests with it, and one that has nothing to do schedules nothing.
@Suite struct LifetimeTests {
  private let scheduler = TestScheduler()

  @Test func aStackOverflowPaneLeavesNothingBehind() {
    let service = ScriptedQuestionService()
    let survivors = LeakCheck.survivors { check in
      let viewModel = check.watch(StackOverflowViewModel(service: service, scheduler: scheduler), "pane")
      check.watch(viewModel.state, "state")
      scheduler.perform {
        viewModel.send(.previewFits(.beside))
        viewModel.start()
      }
      service.pages.fail(0, unreachable)
      scheduler.advance()
      scheduler.perform { viewModel.send(.stepTab(1)) }
      service.pages.answer(1, .sample([1]))
      scheduler.advance()
      scheduler.perform {
        viewModel.send(.stepTab(-1))
        viewModel.send(.inTab(.field(.begin)))
        viewModel.send(.inTab(.field(.edit(.insert("a")))))
        viewModel.send(.stepTab(1))
        viewModel.send(.inTab(.open))
        viewModel.send(.inTab(.field(.begin)))
        viewModel.send(.inTab(.field(.edit(.insert("a")))))
        viewModel.send(.selectTab(2))
      }
      #expect(scheduler.scheduledCount > 0)
      #expect(service.pages.open.count == 1)
      #expect(service.details.open.count == 1)
    }
    #expect(survivors == [])
    // An interruption crosses the door like any other event.
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
    #expect(service.pages.open.isEmpty)
    #expect(service.details.open.isEmpty)
  }

  @Test func aThousandTabsOpenedAndClosedLeaveNothingBehind() {
    let service = ScriptedQuestionService()
    let cache = MemoryQuestionCache()
    let all = (0..<1_000).map { QuestionTab(name: "tab", feed: QuestionFeed(tags: ["tag-\($0)"])) }
    // What the settings say outlives the pane.
    let tabs = MutableProperty(all)
    let period = MutableProperty<TimeInterval?>(300)
    let survivors = LeakCheck.survivors { check in
      let viewModel = check.watch(
        StackOverflowViewModel(
          tabs: Property(tabs), refreshPeriod: Property(period), service: service,
          memory: Memory(in: MemoryStateStore(), on: scheduler), cache: cache, scheduler: scheduler), "pane")
      scheduler.perform { viewModel.start() }
      scheduler.advance(by: 1)
      for index in all.indices {
        scheduler.perform { viewModel.send(.selectTab(index)) }
        // Some are still under way in the end, and of some a question is open.
        if index % 3 == 0 { continue }
        service.pages.answer(service.pages.keys.count - 1, .sample([index], hasMore: true))
        scheduler.advance()
        scheduler.perform {
          viewModel.send(.inTab(.open))
          if index % 2 == 0 { viewModel.send(.inTab(.close)) }
        }
      }
      #expect(service.pages.keys.count == 1_000)
      #expect(service.pages.open.count == 334)
      #expect(service.details.open.count == 333)
      // Half of them are closed by the settings.
      scheduler.perform { tabs.value = Array(all.prefix(500)) }
      scheduler.advance()
      #expect(service.pages.open.count == 167)
      #expect(service.details.open.count == 167)
    }
    #expect(survivors == [])
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
    #expect(service.pages.open.isEmpty)
    #expect(service.details.open.isEmpty)
    tabs.value = []
    period.value = nil
    #expect(scheduler.scheduledCount == 0)
  }

  /// A tab has content and loads when it is first shown, and not before: so it does not matter how many there are.
  @Test func aThousandTabsThatNobodyHasShownCostNothing() {
    let tabs = (0..<1_000).map { QuestionTab(name: "tab", feed: QuestionFeed(tags: ["tag-\($0)"])) }
    let before = Self.processorTime
    let scene = StackOverflowScene(tabs: tabs)
    scene.start()
    scene.answer(0, .sample(1...30))
    for _ in 0..<10 { scene.perform(.move(.lines(1))) }
    #expect(scene.state.tabs.count == 1_000)
    // The processor's time, since other tests run meanwhile.
    #expect(Self.processorTime - before < 1)
  }

  /// Seconds that this thread has had a processor.
  private static var processorTime: TimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
  }

  @Test func aQuestionThatIsClosedIsLetGoOf() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    for _ in 0..<100 { scene.perform(.open, .close) }
    scene.scheduler.advance()
    #expect(scene.service.details.open.isEmpty)
    #expect(scene.scheduler.scheduledCount == 0)
  }

  @Test func aStackOverflowPaneThatIsLoadedSchedulesNothing() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    #expect(scene.scheduler.scheduledCount == 0)
    scene.perform(.editFilter, .edit(.insert("1")))
    scene.wait(1)
    #expect(scene.scheduler.scheduledCount == 0)
  }
}
