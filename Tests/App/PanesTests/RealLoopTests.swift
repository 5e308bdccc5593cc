import Foundation
import Model
import ModelTesting
import Screen
import Signals
import Simulation
import Synchronization
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// A story on the real loop, for the thread sanitizer to watch: services answer from other threads, a feed sends from one
/// of its own, and keys are typed meanwhile.
///
/// It waits for what is shown, never for time.
@Suite struct RealLoopTests {
  @Test(.timeLimit(.minutes(2))) func answersAndEventsFromOtherThreadsMeetKeysOnTheLoop() async {
    UI.runInBackground()
    let feed = ScriptedFeed()
    let house = await House(feed)
    await house.start()
    await house.see(\.stackOverflow.state) { !$0.list.questions.isEmpty }

    let count = 1_000
    feed.sendFromThread(count)
    // Each key is a turn of the loop of its own, between those of the events and answers.
    for keys in ["jj⏎", "/main⏎nnN", "⎋⎋", "/con⏎", "⎋⇥", "/7⏎jjk⎋", "pp+-0f", "⇥⇥2", "1rR⏎", "?jj⎋", "⎋"] {
      await house.press(KeyEvent.keys(keys))
    }
    await house.see(\.wikipedia.state) { $0.recent.first?.event.title == "Page \(count)" }
    let total = house.wikipedia.state.value.total
    #expect(total == count)
    await house.see(\.stackOverflow.state) { !$0.list.questions.isEmpty && $0.list.load != .reloading }
    await house.see(\.rooms.state) { $0.latest != nil }

    await house.press(KeyEvent.keys("⇥/7⏎"))
    await house.see(\.wikipedia.state) { $0.filter.words == FilterWords("7") }
    let screen = await house.screen()
    #expect(screen.contains("Filter  7"), "\(screen)")
    let hasQuit = await house.hasQuit
    #expect(!hasQuit)
    await house.end()
  }
}

/// The interface with the loop itself as the view models' scheduler.
@UI private final class House {
  let stackOverflow: StackOverflowViewModel
  let wikipedia: WikipediaViewModel
  let rooms: RoomsViewModel
  private let display = MemoryDisplay(size: Size(width: 120, height: 36))
  private var shell: Shell?
  private(set) var hasQuit = false

  init(_ feed: ScriptedFeed) {
    stackOverflow = StackOverflowViewModel(service: ThreadedQuestions(), scheduler: UI.loop)
    wikipedia = WikipediaViewModel(feed: feed, scheduler: UI.loop)
    rooms = RoomsViewModel(ThreadedTemperatures(), scheduler: UI.loop)
    // Without Assembly, which the sanitizers do not build.
    let catalog = CommandCatalog([.stackOverflow, .wikipedia, .rooms])
    shell = Shell(
      dashboard: Dashboard(panes: catalog.panes, scheduler: UI.loop),
      panes: [stackOverflow.makePane(), wikipedia.makePane(), rooms.makePane()], catalog: catalog,
      display: display,
      clock: .utc, quit: { [weak self] in self?.hasQuit = true })
  }

  func start() { shell?.start() }
  /// Types keys in turns of their own. They are not waited for: between two of them the loop may have work of other tests, which
  /// takes seconds.
  func press(_ keys: [KeyEvent]) {
    for key in keys { UI.loop.schedule { [display] in UI.assumeIsolated { display.type(key) } } }
  }
  /// Lets go of the shell on the loop.
  func end() { shell = nil }

  /// The picture by now. Not the loop's latest frame, since another test may have begun to draw its own meanwhile.
  func screen() -> String {
    guard let shell else { return "" }
    var canvas = Canvas(size: display.size)
    shell.draw(shell.context(), into: &canvas)
    return canvas.text
  }

  /// Waits until a state is as it should be; the test's time limit ends it.
  func see<State: Sendable>(
    _ state: KeyPath<House, Property<State>>, _ isThere: @escaping @Sendable (State) -> Bool
  ) async {
    for await value in self[keyPath: state].producer.values where isThere(value) { return }
  }
}

// MARK: - Services that answer from threads of their own

/// A value from a new thread.
private func fromThread<Value: Sendable>(
  _ value: @escaping @Sendable () -> Value
) -> SignalProducer<Value, ServiceError> {
  SignalProducer { observer, _ in
    Thread.detachNewThread {
      observer.send(value: value())
      observer.sendCompleted()
    }
  }
}

private final class ThreadedQuestions: QuestionDoubled {
  let double: QuestionDouble = {
    var double = QuestionDouble(Provenance(.live))
    double.questions = { _ in fromThread { QuestionPage(questions: Sample.questions) } }
    double.detail = { id in
      fromThread {
        var question = Sample.questions[0]
        question.id = id
        question.body = Sample.body
        return QuestionDetail(question: question, answers: Sample.answers)
      }
    }
    double.commentsOfQuestion = { _ in fromThread { PostComments() } }
    double.commentsOfAnswers = { _ in fromThread { PostComments() } }
    return double
  }()
}

private final class ThreadedTemperatures: RoomSource {
  let origin = Origin.live

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    fromThread { RoomAnswer(means: [Temperature(time: window.upperBound.addingTimeInterval(-step), celsius: 21.3)]) }
  }
}

extension ScriptedFeed {
  /// Connects, and sends so many events from a thread of its own, each as soon as the one before was taken.
  fileprivate func sendFromThread(_ count: Int) {
    let input = input
    Thread.detachNewThread {
      input.send(value: .connected(source: .english))
      for number in 1...count {
        let event = WikiEvent(kind: .unspecified, title: "Page \(number)", time: nil, lengthChange: number)
        input.send(value: .event(event, isReplay: false))
      }
    }
  }
}
