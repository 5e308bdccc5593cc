import Foundation
import Observation
import Signals
import SignalsTesting
import Testing

/// What the package's README shows stands here, line by line, compiled and run.
@Suite struct ReadmeTests {
  private let clock = TestScheduler()

  @Test func everyPieceOfCodeStandsInTheTests() throws {
    let here = lines(of: try String(contentsOfFile: #filePath, encoding: .utf8)[...])
    let pieces = try PackageFolder.text("README.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      // The manifest; and the first program, which a test of the whole package runs.
      .filter { !$0.contains(".package(") && !$0.hasPrefix("import Signals") }
    #expect(pieces.count >= 10)
    for piece in pieces {
      let piece = lines(of: piece[...])
      let isThere = here.indices.contains { here[$0...].starts(with: piece) }
      #expect(isThere, "\(piece.first ?? "") …")
    }
  }

  private func lines(of text: Substring) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func theFirstProgram() {
    let (keys, input) = Signal<String, Never>.pipe()
    let words =
      keys
      .scan("") { word, key in word + key }
      .filter { $0.count > 2 }
      .map { $0.uppercased() }
    let recorder = words.record()
    for key in ["f", "l", "o", "w"] { input.send(value: key) }
    #expect(recorder.values == ["FLO", "FLOW"])
  }

  private struct Busy: Error {}

  private struct Server: Sendable {
    struct Request: Sendable {
      func cancel() {}
    }

    func ask(_ text: String, _ done: @Sendable (String?) -> Void) -> Request {
      done("signal")
      return Request()
    }
  }

  private func fourWords(_ server: Server) {
    let clock = QueueScheduler(name: "clock")
    let answer = SignalProducer<String, Busy> { observer, lifetime in
      let request = server.ask("sig") { text in
        guard let text else { return observer.send(error: Busy()) }
        observer.send(value: text)
        observer.sendCompleted()
      }
      lifetime.observeEnded { request.cancel() }
    }
    let start = answer.startWithResult { print($0) }  // success("signal"), unless it is disposed of before
    start.dispose()
    _ = clock
  }

  @Test func aSearchField() {
    let (shown, clock) = (Counter(), clock)
    @Sendable func show(_: Result<String, Busy>) { shown.next() }
    @Sendable func search(_ text: String) -> SignalProducer<String, Busy> {  // a server to try it with
      SignalProducer(value: "\(text)!").delay(0.1, on: clock)
    }
    let query = MutableProperty("")  // what is typed: query.value = "sig"
    let pages = query.producer
      .debounce(0.3, on: clock)
      .skipRepeats()
      .flatMap(.latest) { text in search(text).retry(upTo: 2, interval: 1, on: clock).materializeResults() }
    pages.startWithValues { show($0) }  // .success(page), or the .failure(error) of one search
    let recorder = pages.record()
    query.value = "ab"
    clock.advance(by: 0.4)
    #expect(recorder.values.map { try? $0.get() } == ["ab!"] && shown.value == 1)
  }

  @Test func twoSources() {
    let (name, count) = (MutableProperty("a"), MutableProperty(1))
    let (questions, answers) = (SignalProducer<String, Never>(["q", "r"]), SignalProducer<String, Never>(["x"]))
    let labels = name.combineLatest(with: count).map { "\($0) (\($1))" }
    let pairs = SignalProducer.zip(questions, answers).map { "\($0) \($1)" }
    let all = SignalProducer.merge(questions, answers)
    #expect((labels.value, pairs.record().values, all.record().values) == ("a (1)", ["q x"], ["q", "r", "x"]))
  }

  @Test func patience() {
    let attempts = Counter()
    let feed = SignalProducer<Int, MarbleError> {
      attempts.next() < 3 ? .failure(MarbleError()) : .success(attempts.value)
    }
    let patient = feed.retry(
      upTo: .max, backoff: .exponential(initial: 1, maximum: 60), jitter: .full, on: clock, resetsOnValue: true)
    let recorder = patient.record()
    clock.advance(by: 3)
    #expect(recorder.values == [3])
  }

  @Test func polling() {
    let (isShown, thermometer) = (MutableProperty(true), SignalProducer<Int, Never>(value: 20))
    let readings = SignalProducer.timer(interval: .seconds(5), on: clock)
      .flatMap(.latest) { _ in thermometer }
      .active(while: isShown)
    let recorder = readings.record()
    clock.advance(by: 5)
    isShown.value = false
    clock.advance(by: 5)
    #expect(recorder.values == [20])
  }

  @Test func aFlood() {
    let (flood, input) = Signal<Int, Never>.pipe()
    let newest = flood.throttle(0.1, on: clock)
    let batches = flood.conflate(every: 0.1, into: [Int](), on: clock) { $0.append($1) }
    let (first, second) = (newest.record(), batches.record())
    for number in 1...3 { input.send(value: number) }
    clock.advance(by: 0.1)
    #expect((first.values, second.values) == ([3], [[1, 2, 3]]))
  }

  @Test func tasks() async throws {
    @Sendable func load(_ address: String) async throws -> String { address }
    let lines = AsyncThrowingStream<String, any Error> { continuation in
      for line in ["a", "b", "c"] { continuation.yield(line) }
    }
    var seen: [String] = []
    let page = SignalProducer<String, any Error>.task { try await load("https://swift.org") }
    let first = try await page.first()?.get()
    for try await line in SignalProducer(lines).take(first: 2).values { seen.append(line) }
    #expect(first == "https://swift.org" && seen == ["a", "b"])
  }

  @MainActor private final class Window {
    let (lifetime, token) = Lifetime.make()
    var title = ""
  }

  @MainActor @Test func aClassOfTheMainActor() async {
    let (window, title) = (Window(), MutableProperty("a"))
    BindingTarget(isolatedTo: MainActor.shared, lifetime: window.lifetime, object: window, keyPath: \.title) <~ title
    let (shown, end) = AsyncStream<Void>.makeStream()
    BindingTarget<String>(isolatedTo: MainActor.shared, lifetime: window.lifetime) { _ in end.finish() } <~ title
    for await _ in shown {}
    #expect(window.title == "a")
  }

  private actor Ledger {
    private(set) var sum = 0
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    func add(_ amount: Int) {
      sum += amount
      if sum == 6 { end.finish() }
    }
  }

  @Test func anActor() async {
    let (added, end) = AsyncStream<Void>.makeStream()
    let (ledger, amounts) = (Ledger(end), SignalProducer<Int, Never>([1, 2, 3]))
    let (lifetime, token) = Lifetime.make()
    BindingTarget(isolatedTo: ledger, lifetime: lifetime) { ledger, amount in ledger.add(amount) } <~ amounts
    for await _ in added {}
    #expect(await ledger.sum == 6)
    token.dispose()
  }

  @Observable @MainActor final class Model {
    var title = "a"
    var count = 1
  }

  @MainActor @Test func aModel() {
    let model = Model()
    let titles = SignalProducer.observing { "\(model.title) (\(model.count))" }
    #expect(titles.record().values == ["a (1)"])
  }

  @Test func aFewValues() {
    let primes = SignalProducer.of(2, 3, 5).map { $0 * 2 }
    let numbers = (1...3).producer.map { "\($0)" }
    #expect((primes.record().values, numbers.record().values) == ([4, 6, 10], ["1", "2", "3"]))
  }

  private func watching(_ query: Property<String>) throws {
    @Sendable func search(_ text: String) -> SignalProducer<String, Never> { .init(value: text) }
    let trace = Trace.begin()
    let answers = query.producer.flatMap(.latest) { text in search(text).traced("search") }
    _ = answers
    try trace.json.write(toFile: "trace.json", atomically: true, encoding: .utf8)
    for stream in Signals.living() { print(stream) }  // in a debug build
  }

  @Test func virtualTime() {
    let scheduler = TestScheduler()
    let (typed, keyboard) = Signal<String, Never>.pipe()
    let recorder = typed.debounce(0.3, on: scheduler).record()
    keyboard.send(value: "a")
    scheduler.advance(by: 0.2)
    keyboard.send(value: "ab")
    scheduler.advance(by: 0.3)
    #expect(recorder.values == ["ab"])
  }
}
