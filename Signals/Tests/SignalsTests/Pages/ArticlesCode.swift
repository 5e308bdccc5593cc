import Dispatch
import Foundation
import Observation
import Signals
import SignalsTesting
import Testing

// What the pages of the documentation show, each piece under the name of its page, with what it needs around it.
// `PagesTests` compares the pages with these lines. Some of it is only there to be compiled.

private struct Page: Sendable {
  var hasMore = false
}

private enum ServiceError: Error {
  case throttled(until: Date)
  case offline
}

private typealias LoadingError = ServiceError

private struct Service: Sendable {
  let weather = SignalProducer<Weather, Never>(value: .clear)
  func search(_ text: String) -> SignalProducer<Page, ServiceError> { .init(value: Page()) }
  func page(_ number: Int) -> SignalProducer<Page, ServiceError> { .init(value: Page(hasMore: number < 3)) }
}

private enum Weather: Sendable { case unknown, clear }

private struct Client: Sendable {
  struct Request: Sendable {
    func cancel() {}
  }

  func load(_ url: String, _ done: @Sendable (Result<Page, ServiceError>) -> Void) -> Request {
    done(.success(Page()))
    return Request()
  }

  func load(_ url: String) async throws -> Page { Page() }
}

private struct Batch: Sendable {
  var edits: [Int] = []
  mutating func append(_ edit: Int) { edits.append(edit) }
}

private struct File: Sendable {
  let lines = AsyncThrowingStream<String, any Error> { $0.finish() }
}

@Observable @MainActor private final class Model {
  var title = "a"
  var count = 1
}

@MainActor private final class Label {
  var text = ""
}

@Suite struct ArticlesCode {
  private let clock = TestScheduler()
  private let service = Service()
  private let client = Client()
  private let url = "https://swift.org"

  // MARK: Signals

  private func firstPage(on scheduler: TestScheduler, _ uiLoop: TestScheduler) {
    let query = MutableProperty("")
    let pages = query.producer
      .debounce(0.3, on: scheduler)
      .skipRepeats()
      .flatMap(.latest) { service.search($0).retry(upTo: 3, backoff: .exponential(initial: 1), on: scheduler) }
      .observe(on: uiLoop)
    _ = pages
  }

  // MARK: GettingStarted

  private func hot() {
    let (keys, input) = Signal<Character, Never>.pipe()

    keys.observeValues { print("first: \($0)") }
    input.send(value: "a")  // first: a
    keys.observeValues { print("second: \($0)") }
    input.send(value: "b")  // first: b, second: b
  }

  private func cold(_ show: @escaping @Sendable (Result<Page, LoadingError>) -> Void) {
    let (client, url) = (client, url)
    let page = SignalProducer<Page, LoadingError> { observer, lifetime in
      let request = client.load(url) { result in
        switch result {
        case .success(let page):
          observer.send(value: page)
          observer.sendCompleted()
        case .failure(let error):
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { request.cancel() }
    }

    let loading = page.startWithResult { show($0) }  // the request goes out
    loading.dispose()  // and is cancelled
  }

  private func values() {
    let celsius = MutableProperty(20.0)
    let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }

    fahrenheit.producer.startWithValues { print($0) }  // 68.0
    celsius.value = 25  // 77.0
  }

  private func operators(query: Property<String>, ui: TestScheduler) {
    let results = query.producer
      .debounce(0.3, on: clock)
      .skipRepeats()
      .flatMap(.latest) { text in
        service.search(text).retry(upTo: 3, backoff: .exponential(initial: 1), on: clock)
      }
      .observe(on: ui)
    _ = results
  }

  @Test func aQueryWaitsUntilTheTextHasRested() {
    let clock = MarbleClock()
    let typed = clock.signal("abc-----d-----e|")
    let result = clock.record(typed.debounce(clock.columns(3), on: clock.scheduler))
    clock.run()
    #expect(result.diagram == "-----c-----d---|")
  }

  // MARK: Properties

  private func properties() {
    let celsius = MutableProperty(20.0)
    let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
    let weather = Property(initial: .unknown, then: service.weather)
    _ = (fahrenheit, weather)
  }

  private func modifying(_ count: MutableProperty<Int>) {
    let number = count.modify { count in
      count += 1
      return count
    }
    _ = number
  }

  // MARK: Flattening

  private func pages(from number: Int) -> SignalProducer<Page, ServiceError> {
    service.page(number).flatMap(.concat) { page in
      page.hasMore ? .init(value: page).concat(pages(from: number + 1)) : .init(value: page)
    }
  }

  private func searching(_ query: SignalProducer<String, ServiceError>) {
    _ =
      query.flatMap(.latest) { $0.isEmpty ? .empty : service.search($0) }
  }

  // MARK: Endings

  private func patience(_ feed: SignalProducer<Page, ServiceError>) {
    _ =
      feed.retry(
        upTo: .max, backoff: .exponential(initial: 1, maximum: 60), jitter: .full, on: clock, resetsOnValue: true)
  }

  private func waiting(_ page: SignalProducer<Page, ServiceError>) {
    _ =
      page.retry { error, restart in
        guard case .throttled(let until) = error, restart <= 3 else { return .empty }
        return .timer(at: until, on: clock)
      }
  }

  private func tasks(_ pages: SignalProducer<Page, ServiceError>, _ isReady: Property<Bool>) async throws {
    let (client, url) = (client, url)
    @Sendable func show(_: Page) {}
    for try await page in pages.values { show(page) }
    _ = await isReady.values.first { $0 }  // waits for a property to become true
    let page = SignalProducer.task { try await client.load(url) }
    _ = page
  }

  // MARK: TimeAndPlace, BackPressure

  private func batches(_ edits: Signal<Int, Never>, _ ui: TestScheduler) {
    _ =
      edits.conflate(every: 1.0 / 30, into: Batch(), on: ui) { $0.append($1) }
  }

  private func importing(_ file: File) {
    @Sendable func store(_ line: String) -> SignalProducer<Int, any Error> { .init(value: line.count) }
    do {
      let imported = SignalProducer(file.lines)
        .flatMap(.concat) { line in store(line) }
      _ = imported
    }
    let imported = SignalProducer<Int, any Error>.task {
      var count = 0
      for try await line in file.lines {
        _ = try await store(line).first()?.get()
        count += 1
      }
      return count
    }
    _ = imported
  }

  // MARK: ThreadsAndIsolation

  private func places(_ questions: Signal<String, Never>) {
    @Sendable func parse(_ text: String) -> Int { text.count }
    let answers =
      questions
      .map { parse($0) }  // on whatever thread sends
      .observe(on: UIScheduler())  // from here on, on the main thread
    _ = answers
  }

  @MainActor private final class TitleView {
    let (lifetime, token) = Lifetime.make()
    var title = ""

    func follow(_ titles: Signal<String, Never>, _ label: Label, _ model: (title: Property<String>, Int)) {
      titles.observe(on: UIScheduler())
        .observeValues(isolatedTo: MainActor.shared) { label.text = $0 }

      // In a class of the main actor:
      BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime, object: self, keyPath: \.title) <~ model.title
    }
  }

  actor Total {
    private var sum = 0

    func follow(_ amounts: Signal<Int, Never>) {
      amounts.observe(on: self).observeValues(isolatedTo: self) { total, amount in total.sum += amount }
    }
  }

  private func loops(_ lines: Signal<String, Never>, _ file: File) async throws {
    @Sendable func load(_ address: String) async throws -> String { address }
    @Sendable func show(_: String) {}
    for await line in lines.values(bufferingPolicy: .bufferingNewest(100)) { show(line) }
    do {
      let page = SignalProducer<String, any Error>.task { try await load("https://swift.org") }
      let lines = SignalProducer(file.lines)
      let answer = try await page.first()?.get()
      _ = (lines, answer)
    }
  }

  @MainActor private func observation(_ model: Model, _ title: MutableProperty<String>) {
    let titles = SignalProducer.observing { "\(model.title) (\(model.count))" }
    let shownTitle = title.tracked()
    _ = (titles, shownTitle)
  }

  // MARK: Lifetimes

  final class Panel {
    private let (lifetime, token) = Lifetime.make()

    init(_ readings: SignalProducer<Double, Never>, _ show: @escaping @Sendable (Double) -> Void) {
      lifetime += readings.startWithValues { show($0) }
    }
  }

  @Test func aPanelEndsWithItsLifetime() {
    let (readings, input) = Signal<Double, Never>.pipe()
    let shown = Counter()
    var panel: Panel? = Panel(readings.producer) { _ in shown.next() }
    input.send(value: 1)
    #expect(panel != nil && shown.value == 1)
    panel = nil
    input.send(value: 2)
    #expect(shown.value == 1)
  }

  private final class Book: Sendable {
    func title(of name: String) -> String { name }
  }

  private func shorter(_ readings: SignalProducer<Double, Never>, _ names: Signal<String, Never>, _ book: Book) {
    let (lifetime, _) = Lifetime.make()
    let mine = readings.take(during: lifetime)
    let titles = names.map { [weak book] name in book?.title(of: name) }
    _ = (mine, titles)
  }

  @Test func nothingSurvives() {
    let survivors = LeakCheck.survivors { check in
      let (signal, input) = Signal<Int, Never>.pipe()
      let sums = check.watch(signal.scan(0) { $0 + $1 }, "sums")
      sums.observeValues { _ in }
      input.sendCompleted()
    }
    #expect(survivors == [])
  }

  // MARK: Watching

  private func watching(_ query: Property<String>, _ path: String, _ scheduler: TestScheduler) throws {
    @Sendable func search(_ text: String) -> SignalProducer<String, Never> { .init(value: text) }
    do {
      let trace = Trace.begin()
      let answers = query.producer
        .traced("query")
        .flatMap(.latest) { text in search(text).traced("search") }
      _ = answers
      trace.end()
      try trace.json.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let trace = Trace.begin(datedBy: scheduler)
    _ = trace
    for stream in Signals.living() { print(stream) }
  }

  @Test func noStreamIsLeft() {
    let (readings, input) = Signal<Double, Never>.pipe()
    #expect(LeakCheck.streamsLeft { _ = Panel(readings.producer) { _ in } } == [])
    input.sendCompleted()
  }

  // MARK: HowItIsTested

  @Test func whatRestsIsSaved() {
    let scheduler = TestScheduler()
    let text = MutableProperty("")
    let saved = text.signal.debounce(2, on: scheduler).record()
    text.value = "a"
    scheduler.advance(by: 1)
    text.value = "ab"
    scheduler.advance(by: 2)
    #expect(saved.values == ["ab"])
    #expect(scheduler.scheduledCount == 0)
  }

  @MainActor @Test func aTaskSleeps() async {
    let scheduler = TestScheduler()
    let count = MutableProperty(0)
    Task { @MainActor in
      try await scheduler.sleep(for: 5)
      count.value = 1
    }
    await scheduler.advanceWithTasks(by: 5)
    #expect(count.value == 1)
  }
}
