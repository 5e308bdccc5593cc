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
/// Which request is on its way is part of the model, and asking follows it. When the service's origin changes, the model
/// starts afresh.
public final class ConAirViewModel: Sendable {
  /// Seconds from one poll to the next.
  static let pollInterval: TimeInterval = 10

  public let state: Property<ConAirState>
  /// While `true` nothing is asked for; after that, what was missed is.
  public let isSuspended = MutableProperty(false)

  public let refresh: Input<Void>
  public let gestures: Input<ChartGesture>

  private let service: any TemperatureService
  private let model: MutableProperty<ConAirModel>
  private let scheduler: any DateScheduler
  private let isStarted = MutableProperty(false)
  private let token: Lifetime.Token

  /// - Parameter isConfigured: `false` where there is no service to ask; the pane then says so.
  public init(service: any TemperatureService, scheduler: any DateScheduler, isConfigured: Bool = true) {
    // Where nothing is asked nothing is the demonstration's.
    let origins = isConfigured ? service.origin : Property(value: .live)
    let model = MutableProperty(
      ConAirModel(isConfigured: isConfigured, origin: origins.value, now: scheduler.currentDate))
    let (lifetime, token) = Lifetime.make()
    self.service = service
    self.model = model
    self.scheduler = scheduler
    self.token = token
    refresh = Input(on: scheduler)
    gestures = Input(on: scheduler)
    state = Property(following: model.producer.map(\.state).skipRepeats())

    // At once when it starts or is resumed, then at every interval; nothing is scheduled while suspended.
    SignalProducer.combineLatest(isStarted.producer, isSuspended.producer)
      .map { isStarted, isSuspended in isStarted && !isSuspended }
      .skipRepeats()
      .flatMap(.latest) { isRunning -> SignalProducer<ConAirModel.Trigger, Never> in
        guard isRunning else { return SignalProducer(value: .suspension) }
        return SignalProducer.timer(interval: .milliseconds(Int(Self.pollInterval * 1_000)), on: scheduler)
          .map { _ in .tick }
          .prefix(value: .tick)
      }
      .take(during: lifetime)
      .startWithValues { [weak model] trigger in model?.modify { $0.trigger(trigger, at: scheduler.currentDate) } }

    origins.producer
      .skipRepeats()
      .take(during: lifetime)
      .startWithValues { [weak model] origin in model?.modify { $0.change(to: origin, at: scheduler.currentDate) } }

    model.producer
      .map(\.pending)
      .skipRepeats()
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
      .startWithValues { [weak model] request, outcome in
        let now = scheduler.currentDate
        model?.modify {
          $0.receive(outcome, for: request, at: now, retry: now.addingTimeInterval(Self.pollInterval))
        }
      }

    refresh.signal.observeValues { [weak self] in self?.perform(.refresh) }
    gestures.signal.observeValues { [weak self] in self?.perform(Command($0)) }
  }

  /// Begins to poll.
  public func start() { isStarted.value = true }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .refresh: model.modify { $0.trigger(.refresh, at: scheduler.currentDate) }
    default: model.modify { $0.perform(command) }
    }
  }
}
