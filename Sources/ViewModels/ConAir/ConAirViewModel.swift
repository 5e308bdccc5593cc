import Foundation
import Model
import Signals

/// The ConAir pane: the latest temperature, and the last 24 h of it.
///
/// ```
/// every 10 s, unless suspended ──▶ model ──▶ state
/// refresh ────────────────────────▶ │ ▲
///                           request ▼ │ outcome     flatMap(.latest): only one on its way
///                                 service
/// ```
public final class ConAirViewModel: Sendable {
  /// Seconds from one poll to the next.
  static let pollInterval: TimeInterval = 10

  public let state: Property<ConAirState>
  /// While `true` nothing is asked for; after that, what was missed is.
  public let isSuspended = MutableProperty(false)

  private let service: any TemperatureService
  private let model: MutableProperty<ConAirModel>
  private let isStarted = MutableProperty(false)
  private let refreshes: Signal<Void, Never>.Observer
  private let token: Lifetime.Token

  /// - Parameter isConfigured: `false` where there is no service to ask; the pane then says so.
  public init(service: any TemperatureService, scheduler: any DateScheduler, isConfigured: Bool = true) {
    let model = MutableProperty(ConAirModel(isConfigured: isConfigured, now: scheduler.currentDate))
    let (refreshes, refresh) = Signal<Void, Never>.pipe()
    let (lifetime, token) = Lifetime.make()
    self.service = service
    self.model = model
    self.refreshes = refresh
    self.token = token
    state = Property(
      following: model.producer.combineLatest(with: service.origin.producer)
        // Where nothing is asked nothing is the demonstration's.
        .map { model, origin in model.state(origin: isConfigured ? origin : .live) }
        .skipRepeats())

    // At once when it starts or is resumed, then at every interval; nothing is scheduled while suspended.
    let polls = SignalProducer.combineLatest(isStarted.producer, isSuspended.producer)
      .map { isStarted, isSuspended in isStarted && !isSuspended }
      .skipRepeats()
      .flatMap(.latest) { isRunning -> SignalProducer<ConAirModel.Trigger, Never> in
        guard isRunning else { return SignalProducer(value: .suspension) }
        return SignalProducer.timer(interval: .milliseconds(Int(Self.pollInterval * 1_000)), on: scheduler)
          .map { _ in .tick }
          .prefix(value: .tick)
      }

    SignalProducer.merge(polls, SignalProducer(refreshes).map { .refresh })
      .compactMap { trigger in model.modify { $0.trigger(trigger, at: scheduler.currentDate) } }
      .flatMap(.latest) { request -> SignalProducer<(ConAirModel.Request, Outcome<[Temperature]>), Never> in
        guard let request else { return .empty }
        return
          service
          .temperatures(
            from: request.range.lowerBound, to: request.range.upperBound, step: TemperatureHistory.step
          )
          .outcomes
          .map { (request, $0) }
      }
      .take(during: lifetime)
      .startWithValues { request, outcome in
        let now = scheduler.currentDate
        model.modify {
          $0.receive(outcome, for: request, at: now, retry: now.addingTimeInterval(Self.pollInterval))
        }
      }
  }

  /// Begins to poll.
  public func start() { isStarted.value = true }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .refresh, .refreshAll:
      if service.origin.value == .demo { service.retryLive() }
      refreshes.send(value: ())
    default:
      model.modify { $0.perform(command) }
    }
  }
}
