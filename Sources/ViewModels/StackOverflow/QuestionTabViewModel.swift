import Foundation
import Model
import Signals

/// One tab of the Stack Overflow pane: gives its state machine the service, the clock and the throttle.
///
/// ```
/// command ──▶ model ──▶ state
///               │ ▲
///      requests ▼ │ outcomes       flatMap(.latest): a second request cancels the first
///             service
/// field's text ──▶ throttle 0.1 s ──▶ filter
/// ```
final class QuestionTabViewModel: Sendable {
  /// Seconds between two runs of the filter while somebody types.
  static let filterInterval: TimeInterval = 0.1

  let state: Property<QuestionTabState>
  let context: Property<InputContext>

  private let model: MutableProperty<QuestionTabModel>
  private let scheduler: any DateScheduler
  private let requests: Signal<QuestionList.Request, Never>.Observer
  private let detailRequests: Signal<Reading.Request?, Never>.Observer
  private let token: Lifetime.Token

  /// - Parameter quota: told what each answer says about the day's quota.
  init(
    tab: QuestionTab, service: any QuestionService, scheduler: any DateScheduler, quota: BindingTarget<QuestionPage>
  ) {
    let model = MutableProperty(QuestionTabModel(tab: tab))
    let (requests, requestInput) = Signal<QuestionList.Request, Never>.pipe()
    let (detailRequests, detailInput) = Signal<Reading.Request?, Never>.pipe()
    let (lifetime, token) = Lifetime.make()
    self.model = model
    self.scheduler = scheduler
    self.requests = requestInput
    self.detailRequests = detailInput
    self.token = token
    state = Property(following: model.producer.map(\.state).skipRepeats())
    context = Property(following: model.producer.map(\.context).skipRepeats())

    let pages =
      requests
      .flatMap(.latest) { request in
        service.questions(request.query).outcomes.map { (request, $0) }
      }
      .take(during: lifetime)
    pages.observeValues { request, outcome in
      model.modify { $0.receive(outcome, for: request, at: scheduler.currentDate) }
    }
    quota
      <~ pages.compactMap { _, outcome in
        if case .value(let page) = outcome { page } else { nil }
      }

    detailRequests
      .flatMap(.latest) { request -> SignalProducer<(Reading.Request, Outcome<QuestionDetail>), Never> in
        guard let request else { return .empty }
        return service.detail(of: request.id, site: tab.site).outcomes.map { (request, $0) }
      }
      .take(during: lifetime)
      .observeValues { request, outcome in
        model.modify { $0.receive(outcome, for: request, at: scheduler.currentDate) }
      }

    // The throttle tells when to filter; by what, the field says at that moment. So nothing typed is lost, no text that
    // was cleared meanwhile comes back, and no first value has to be skipped.
    model.producer
      .map(\.list.field.text)
      .skipRepeats()
      .throttle(Self.filterInterval, on: scheduler)
      .take(during: lifetime)
      .startWithValues { [weak model] _ in model?.modify { $0.settleFilter() } }

    // After a failure the tab asks again by itself, as long as it is the one on the screen.
    model.producer
      .map(\.retryDate)
      .skipRepeats()
      .flatMap(.latest) { date in
        date.map { scheduler.moment($0) } ?? .empty
      }
      .take(during: lifetime)
      .startWithValues { [weak self] in self?.run { $0.retry(at: $1) } }
  }

  func show() { run { $0.show(at: $1) } }

  func hide() { model.modify { $0.hide() } }

  func perform(_ command: Command, on screen: QuestionTabModel.Screen) {
    run { $0.perform(command, on: screen, at: $1) }
  }

  func keepScroll(in layout: ReadingLayout) {
    model.modify { $0.keepScroll(in: layout) }
  }

  /// Changes the model, and does what the change asks for.
  private func run(_ change: (inout QuestionTabModel, Date) -> [QuestionTabModel.Effect]) {
    for effect in model.modify({ change(&$0, scheduler.currentDate) }) {
      switch effect {
      case .request(let request): requests.send(value: request)
      case .requestDetail(let request): detailRequests.send(value: request)
      }
    }
  }
}
