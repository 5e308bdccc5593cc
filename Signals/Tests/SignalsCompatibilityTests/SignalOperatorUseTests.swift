import Foundation
import Signals
import SignalsTesting
import Testing

/// A class as programs have them: nothing says that it may cross threads.
private final class Person {
  var name: String
  var nickname: String?

  init(name: String, nickname: String? = nil) {
    self.name = name
    self.nickname = nickname
  }
}

@Suite struct SignalOperatorUseTests {
  private func isOdd(_ value: Int) -> Bool { value % 2 == 1 }

  @Test func aSignalIsMadeByAGenerator() {
    var send: ((Int) -> Void)?
    var isDisposed = false
    let signal = Signal<Int, TestError> { observer, lifetime in
      send = { observer.send(value: $0) }
      lifetime += AnyDisposable { isDisposed = true }
    }
    var values: [Int] = []
    let disposable = signal.observeResult { result in
      if case .success(let value) = result { values.append(value) }
    }
    send?(1)
    #expect(values == [1])
    #expect(!isDisposed)
    disposable?.dispose()
    send = nil
    #expect(isDisposed)
  }

  @Test func methodsAndInitializersArePassedWhereClosuresAre() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var texts: [String] = []
    func append(_ text: String) { texts.append(text) }
    signal.filter(isOdd).map(String.init).observeValues(append)
    signal.filter(isOdd).map(String.init(describing:)).take(first: 1).observeValues { texts.append($0) }
    for value in 1...3 { observer.send(value: value) }
    #expect(texts == ["1", "1", "3"])
  }

  @Test func valuesAreObjectsOfTheProgram() {
    let (signal, observer) = Signal<Person, Never>.pipe()
    var names: [String] = []
    signal.map(\.name).observeValues { names.append($0) }
    signal.map(\.nickname).skipNil().observeValues { names.append($0) }
    signal.compactMap { $0.nickname }.observeValues { names.append($0) }
    signal.skipRepeats { $0 === $1 }.map { $0.name.count }.observeValues { names.append("\($0)") }
    let ada = Person(name: "Ada", nickname: "Countess")
    observer.send(value: ada)
    observer.send(value: ada)
    #expect(names == ["Ada", "Countess", "Countess", "3", "Ada", "Countess", "Countess"])
  }

  @Test func valuesAreCollected() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var all: [[Int]] = []
    var pairs: [[Int]] = []
    var sums: [[Int]] = []
    var runs: [[Int]] = []
    signal.collect().observeValues { all.append($0) }
    signal.collect(count: 2).observeValues { pairs.append($0) }
    signal.collect { values in values.reduce(0, +) >= 4 }.observeValues { sums.append($0) }
    signal.collect { values, value in value < (values.last ?? 0) }.observeValues { runs.append($0) }
    for value in [1, 3, 2] { observer.send(value: value) }
    observer.sendCompleted()
    #expect(all == [[1, 3, 2]])
    #expect(pairs == [[1, 3], [2]])
    #expect(sums == [[1, 3], [2]])
    #expect(runs == [[1, 3], [2]])
  }

  @Test func valuesAreAccumulated() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var log: [String] = []
    signal.scan(into: [:]) { (counts: inout [Int: Int], value) in counts[value, default: 0] += 1 }
      .map { $0.count }.take(last: 1).observeValues { log.append("different: \($0)") }
    signal.reduce(0, +).observeValues { log.append("sum: \($0)") }
    signal.reduce(into: "") { $0 += "\($1)" }.observeValues { log.append("text: \($0)") }
    signal.combinePrevious(0).map { $1 - $0 }.collect().observeValues { log.append("steps: \($0)") }
    signal.combinePrevious().map { "\($0.0)\($0.1)" }.collect().observeValues { log.append("pairs: \($0)") }
    signal.scanMap(0) { sum, value in (sum + value, "\(sum)") }.collect().observeValues { log.append("before: \($0)") }
    for value in [1, 3, 3] { observer.send(value: value) }
    observer.sendCompleted()
    #expect(
      log == [
        "different: 2", "sum: 7", "text: 133", "steps: [1, 2, 0]", #"pairs: ["13", "33"]"#,
        #"before: ["0", "1", "4"]"#,
      ])
  }

  @Test func streamsAreCutWhereTheProgramSays() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (trigger, triggerObserver) = Signal<(), Never>.pipe()
    let (other, otherObserver) = Signal<Int, Never>.pipe()
    var until: [Int] = []
    var from: [Int] = []
    var replaced: [Int] = []
    var untilThree: [Int] = []
    signal.take(until: trigger).observeValues { until.append($0) }
    signal.skip(until: trigger).observeValues { from.append($0) }
    signal.take(untilReplacement: other).observeValues { replaced.append($0) }
    signal.skip(first: 1).skip { $0 < 3 }.take(while: { $0 < 5 }).observeValues { untilThree.append($0) }
    observer.send(value: 1)
    observer.send(value: 2)
    triggerObserver.send(value: ())
    observer.send(value: 3)
    otherObserver.send(value: 30)
    observer.send(value: 4)
    #expect(until == [1, 2])
    #expect(from == [3, 4])
    #expect(replaced == [1, 2, 3, 30])
    #expect(untilThree == [3, 4])
  }

  @Test func eventsAreWatchedInPassing() {
    var log: [String] = []
    let (signal, observer) = Signal<Int, TestError>.pipe()
    signal
      .on(
        event: { log.append("\($0)") }, failed: { log.append("failed \($0)") },
        terminated: { log.append("terminated") },
        value: { log.append("value \($0)") }
      )
      .observe(Signal.Observer(value: { log.append("observed \($0)") }, failed: { _ in log.append("the end") }))
    observer.send(value: 1)
    observer.send(error: .first)
    #expect(
      log == ["VALUE 1", "value 1", "observed 1", "FAILED first", "failed first", "terminated", "the end"])
  }

  @Test func eventsAreLogged() {
    var lines: [String] = []
    func log(identifier: String, event: String, fileName: String, functionName: String, lineNumber: Int) {
      lines.append("[\(identifier)] \(event)")
    }
    let (signal, observer) = Signal<Int, Never>.pipe()
    signal.logEvents(identifier: "keys", events: [.value, .completed], logger: log).observeCompleted {}
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(lines == ["[keys] value 1", "[keys] completed"])
  }

  @Test func truthsAreCombined() {
    let (left, leftObserver) = Signal<Bool, Never>.pipe()
    let (right, rightObserver) = Signal<Bool, Never>.pipe()
    var log: [String] = []
    left.and(right).observeValues { log.append("and \($0)") }
    left.or(right).negate().observeValues { log.append("neither \($0)") }
    Signal.all(left, right).observeValues { log.append("all \($0)") }
    Signal.any([left, right]).observeValues { log.append("any \($0)") }
    leftObserver.send(value: true)
    rightObserver.send(value: false)
    #expect(log == ["and false", "neither false", "all false", "any true"])
  }

  @Test func failuresAreHandled() {
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var log: [String] = []
    signal.flatMapError { _ in SignalProducer<Int, Never>(value: -1) }.observeValues { log.append("\($0)") }
    signal.attempt { $0 < 2 ? .success(()) : .failure(.second) }.observeFailed { log.append("\($0)") }
    signal.attemptMap { value -> Result<String, TestError> in .success("<\(value)>") }
      .observeResult { if case .success(let text) = $0 { log.append(text) } }
    signal.mapError { _ in TestError.second }.materialize().observeValues { log.append("\($0)") }
    signal.materializeResults().observeValues { log.append("\($0)") }
    observer.send(value: 1)
    observer.send(value: 2)
    observer.send(error: .first)
    #expect(
      log == [
        "1", "<1>", "VALUE 1", "success(1)", "2", "second", "<2>", "VALUE 2", "success(2)", "-1", "FAILED second",
        "failure(SignalsCompatibilityTests.TestError.first)",
      ])
  }

  @Test func aSignalThatCannotFailIsPromoted() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (failing, failingObserver) = Signal<Int, TestError>.pipe()
    var events: [Signal<Int, TestError>.Event] = []
    Signal.merge(signal.promoteError(TestError.self), failing).observe { events.append($0) }
    signal.promoteError().combineLatest(with: failing).map { $0 + $1 }.observe { events.append($0) }
    observer.send(value: 1)
    failingObserver.send(error: .second)
    #expect(events == [.value(1), .failed(.second), .failed(.second)])
  }
}
