import Signals
import SignalsTesting
import Testing

/// The knot of the article "Feedback", tied as it says there.
@Suite struct FeedbackTests {
  private enum Input: Sendable {
    case turn
    case arrived(String)
  }

  private struct Book: Sendable {
    var pages: [String] = []
    var wanted: Int? = 0

    mutating func take(_ input: Input) {
      switch input {
      case .turn: wanted = pages.count
      case .arrived(let page):
        pages.append(page)
        wanted = nil
      }
    }
  }

  private final class Pages: Sendable {
    let state: Property<Book>
    private let (lifetime, token) = Lifetime.make()

    init(commands: Signal<Input, Never>, load: @escaping @Sendable (Int) -> SignalProducer<String, Never>) {
      let (arrivals, arrived) = Signal<Input, Never>.pipe()
      let inputs = Signal.merge(commands, arrivals).take(during: lifetime)
      state = Property(initial: Book(), then: inputs.scan(into: Book()) { $0.take($1) })
      lifetime += state.map(\.wanted).skipRepeats().producer
        .flatMap(.latest) { wanted in wanted.map { load($0).map(Input.arrived) } ?? .empty }
        .startWithValues { arrived.send(value: $0) }
    }
  }

  @Test func whatTheFirstStateAsksForIsTakenInThoughItComesAtOnce() {
    let (commands, command) = Signal<Input, Never>.pipe()
    let pages = Pages(commands: commands) { SignalProducer(value: "page \($0)") }
    #expect(pages.state.value.pages == ["page 0"])
    command.send(value: .turn)
    #expect(pages.state.value.pages == ["page 0", "page 1"])
  }

  @Test func whatComesLaterIsTakenIn() {
    let scheduler = TestScheduler()
    let (commands, command) = Signal<Input, Never>.pipe()
    let pages = Pages(commands: commands) { SignalProducer(value: "page \($0)").delay(1, on: scheduler) }
    scheduler.advance(by: 1)
    command.send(value: .turn)
    #expect(pages.state.value.pages == ["page 0"])
    scheduler.advance(by: 1)
    #expect(pages.state.value.pages == ["page 0", "page 1"])
  }

  @Test(arguments: [true, false])
  func theKnotGoesWithItsOwner(isLoading: Bool) {
    let scheduler = TestScheduler()
    let (commands, command) = Signal<Input, Never>.pipe()
    let ending = Log()
    var state: Property<Book>?
    let check = LeakCheck()
    func own() {
      let probe = check.probe("what loading captures")
      let pages = Pages(commands: commands) { page in
        SignalProducer(value: "page \(page)").delay(1, on: scheduler).on(value: { _ in withExtendedLifetime(probe) {} })
      }
      check.watch(pages, "pages")
      if !isLoading { scheduler.advance(by: 1) }
      state = pages.state
      pages.state.signal.observe { ending.add("\($0)") }
    }
    own()
    // The interruption of what waits goes out on the scheduler, without time passing.
    scheduler.advance()
    #expect(check.survivors == [])
    #expect(scheduler.scheduledCount == 0)
    #expect(ending.lines == ["COMPLETED"])
    command.send(value: .turn)
    #expect(state?.value.pages == (isLoading ? [] : ["page 0"]))
  }
}
