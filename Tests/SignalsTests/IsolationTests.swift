import Signals
import SignalsTesting
import Testing

/// What only the main actor may touch.
@MainActor private final class Label {
  var text = ""
  var history: [String] = []

  func show(_ text: String) {
    self.text = text
    history.append(text)
  }
}

@MainActor @Suite struct IsolationTests {
  @Test func anIsolatedClosureIsCalledInTheDeliveryItself() {
    let label = Label()
    let (signal, observer) = Signal<String, Never>.pipe()
    let observation = signal.observeValues(isolatedTo: MainActor.shared) { label.show($0) }
    observer.send(value: "a")
    #expect(label.text == "a")
    observation?.dispose()
    observer.send(value: "b")
    #expect(label.history == ["a"])
  }

  @Test func anIsolatedClosureFollowsAPropertyOfTheActor() {
    let (label, title) = (Label(), MutableProperty("a"))
    let start = title.producer.startWithValues(isolatedTo: MainActor.shared) { label.show($0) }
    title.value = "b"
    #expect(label.history == ["a", "b"])
    start.dispose()
    title.value = "c"
    #expect(label.text == "b")
  }

  @Test func valuesFromElsewhereAreBroughtByTheUIScheduler() async {
    let label = Label()
    let (done, end) = AsyncStream<Void>.makeStream()
    SignalProducer<String, Never>(["a", "b"]).start(on: QueueScheduler()).observe(on: UIScheduler())
      .on(completed: { end.finish() })
      .startWithValues(isolatedTo: MainActor.shared) { label.show($0) }
    for await _ in done {}
    #expect(label.history == ["a", "b"])
  }

  @Test func anActorOfTheProgramIsServedWithoutATask() async {
    let total = await Total().add(upTo: 4)
    #expect(total == 10)
  }

  private actor Total {
    private var sum = 0

    func add(upTo last: Int) -> Int {
      let (signal, observer) = Signal<Int, Never>.pipe()
      signal.observeValues(isolatedTo: self) { total, value in total.sum += value }
      for value in 1...last { observer.send(value: value) }
      return sum
    }
  }
}
