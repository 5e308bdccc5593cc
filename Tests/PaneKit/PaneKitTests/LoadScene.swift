import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit

/// A load with a service that the test answers for, in virtual time.
final class LoadScene: Sendable {
  enum Ask: Sendable, Equatable {
    case whole, more
  }

  struct Request: Sendable, Equatable {
    var ask: Ask
    var held: Int?
  }

  let requests = Requests<Request, Int>()
  let scheduler = TestScheduler()
  let isActive = MutableProperty(true)
  let load: Load<Ask, Int>

  private let asks = Signal<Ask, Never>.pipe()
  private let cancels = Signal<Void, Never>.pipe()
  private let forgets = Signal<Void, Never>.pipe()
  private let outdates = Signal<Void, Never>.pipe()
  private let stored = Signal<Load<Ask, Int>.Stored, Never>.pipe()
  let period = MutableProperty<TimeInterval?>(nil)

  init(
    repeating repetition: Load<Ask, Int>.Repetition = .afterFailure(of: .whole, .exponential(initial: 60, maximum: 900))
  ) {
    load = Load(
      asks: asks.output, repeating: repetition, while: Property(isActive), cancelled: cancels.output,
      forgotten: forgets.output, outdated: outdates.output, stored: SignalProducer(stored.output),
      every: Property(period), on: scheduler
    ) { [requests] ask, held in requests.producer(for: Request(ask: ask, held: held)) }
    scheduler.advance()
  }

  /// A load whose first request was answered.
  static func loaded(_ value: Int) -> LoadScene {
    let scene = LoadScene()
    scene.answer(value)
    return scene
  }

  var state: Load<Ask, Int>.State { load.state.value }
  var now: Date { scheduler.currentDate }
  var asked: [Ask] { requests.keys.map(\.ask) }

  func ask(_ ask: Ask) { scheduler.perform { asks.input.send(value: ask) } }
  func cancel() { scheduler.perform { cancels.input.send(value: ()) } }

  func forget() {
    scheduler.perform { forgets.input.send(value: ()) }
    scheduler.advance()
  }

  func outdate() { scheduler.perform { outdates.input.send(value: ()) } }

  /// Has what was held in the past arrive.
  func find(_ value: Int, at date: Date) {
    stored.input.send(value: .init(value: value, at: date))
    scheduler.advance()
  }

  func activate(_ value: Bool) {
    scheduler.perform { isActive.value = value }
    scheduler.advance()
  }

  /// Answers the latest request.
  func answer(_ value: Int) {
    requests.answer(requests.keys.count - 1, value)
    scheduler.advance()
  }

  func fail(_ error: ServiceError = unreachable) {
    requests.fail(requests.keys.count - 1, error)
    scheduler.advance()
  }

  func wait(_ seconds: Double) { scheduler.advance(by: seconds) }
}
