import Foundation
import SignalsTesting
import Testing

@testable import Signals

/// The operators of the page "How to write an operator", one of each way.
@Suite struct WritingOperatorsTests {
  @Test func whatThePageShowsStandsHere() throws {
    let here = lines(of: try String(contentsOfFile: #filePath, encoding: .utf8))
    let page = try PackageFolder.text("Sources/Signals/Signals.docc/WritingOperators.md")
    let pieces = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(pieces.count == 5)
    for piece in pieces.map(lines) {
      let isThere = here.indices.contains { here[$0...].starts(with: piece) }
      #expect(isThere, "\(piece.first ?? "") …")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func increasesAreDifferencesThatAreGreaterThanZero() {
    #expect(SignalProducer.of(1, 3, 2, 2, 7).increases().record().events == [.value(2), .value(5), .completed])
  }

  @Test func everySecondValuePasses() {
    expectMarbles("a-bc-d-e|", "--b--d--|") { source, _ in source.every(2) }
    expectMarbles("a-b#", "--b#") { source, _ in source.every(2) }
    expectNothingLeft { source, _ in source.every(1) }
  }

  @Test func valuesPassWhileTheConditionIsTrue() {
    let (condition, conditionInput) = Signal<Bool, Never>.pipe()
    let (source, input) = Signal<Int, MarbleError>.pipe()
    let recorder = source.passing(while: condition).record()
    input.send(value: 1)
    conditionInput.send(value: true)
    input.send(value: 2)
    conditionInput.send(value: false)
    input.send(value: 3)
    conditionInput.sendInterrupted()
    #expect(recorder.events == [.value(2)])
    input.send(error: MarbleError())
    #expect(recorder.events == [.value(2), .failed(MarbleError())])
    expectNothingLeft { source, _ in source.passing(while: .never) }
  }

  @Test func anAuditSendsTheNewestValueAnIntervalAfterTheFirst() {
    expectMarbles("ab-cd-----e|", "---c---d---|") { source, clock in
      source.audit(clock.columns(3), on: clock.scheduler)
    }
    expectMarbles("ab#", "--#") { source, clock in source.audit(clock.columns(3), on: clock.scheduler) }
    expectNothingLeft { source, scheduler in source.audit(1, on: scheduler) }
  }
}

extension Signal where Value == Int {
  /// Sends by how much each value is greater than the one before; leaves out those that are not.
  func increases() -> Signal<Int, Error> {
    combinePrevious().map { $1 - $0 }.filter { $0 > 0 }
  }
}

extension SignalProducer where Value == Int {
  func increases() -> SignalProducer<Int, Error> {
    lift { $0.increases() }
  }
}

extension Signal {
  private final class EverySink: Operator<Value> {
    private let count: Int
    private var passed = 0

    init(_ count: Int, _ output: Core) {
      self.count = count
      super.init(output)
    }

    override func receive(_ value: Value) {
      passed += 1
      if passed % count == 0 { output.deliver(value) }
    }
  }

  /// Sends each value whose number is a multiple of `count`; ends with the source.
  func every(_ count: Int) -> Signal<Value, Error> {
    derive { EverySink(count, $0) }
  }
}

extension Signal {
  /// Sends the values that come while the newest value of `condition` is true; ends with the source.
  func passing(while condition: Signal<Bool, Never>) -> Signal<Value, Error> {
    let gateway = Junction<Bool, Value, Error>(false)
    let opening = condition.feed(gateway, isInterruptionLast: false) { isOpen, value, _ in
      isOpen = value
    } termination: { _, _, _ in
    }
    let values = feed(gateway) { isOpen, value, output in
      if isOpen { output.deliver(value) }
    } termination: { _, ending, output in
      output.terminate(ending)
    }
    return gateway.signal(fedBy: opening, values)
  }
}

/// The first value sets the alarm; when that rings, the newest is sent.
// Unchecked as its superclass is.
private final class Audit<Value: Sendable, Error: Swift.Error>: Holding<Value, Value, Error>, Stage,
  @unchecked Sendable
{
  private let interval: TimeInterval
  private let scheduler: DateScheduler

  init(_ interval: TimeInterval, on scheduler: DateScheduler) {
    self.interval = interval
    self.scheduler = scheduler
    super.init(on: scheduler)
  }

  func receive(_ value: Value) {
    var value = value
    let mustSetAlarm = state.withLock { state in
      held.put(&value)
      return state.needsAlarm()
    }
    guard mustSetAlarm else { return }
    let due = scheduler.currentDate.addingTimeInterval(interval)
    alarm.set { scheduler.schedule(after: due) { [self] in sendHeld() } }
  }

  private func sendHeld() {
    let value: Value? = state.withLock { state in
      state.isAlarmSet = false
      return held.take()
    }
    if let value { output.send(value) }
  }
}

extension Signal {
  /// Sends the newest value `interval` after the first one that came since it last sent.
  func audit(_ interval: TimeInterval, on scheduler: DateScheduler) -> Signal<Value, Error> {
    pass(through: Audit(interval, on: scheduler))
  }
}
