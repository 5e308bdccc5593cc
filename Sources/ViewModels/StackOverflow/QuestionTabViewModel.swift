import Foundation
import Model
import Signals

/// One tab of the Stack Overflow pane: gives its state machine the service, the clock and the throttle.
///
/// ```
/// command ──▶ model ──▶ state
///              │ ▲
///      request ▼ │ outcome        flatMap(.latest): a second request cancels the first
///            service
/// field's text ──▶ throttle 0.1 s ──▶ filter
/// ```
/// Which request is on its way is part of the model, and asking follows it. So whichever thread decides last, a key or a
/// timer, it is the model's last word that is asked for: a decision cannot be overtaken on its way to the service.
final class QuestionTabViewModel: Sendable {
  /// Seconds between two runs of the filter while somebody types.
  static let filterInterval: TimeInterval = 0.1

  let state: Property<QuestionTabState>
  /// Where keys go. Read, it is never behind the commands that were performed.
  let context: Property<InputContext>

  private let model: MutableProperty<QuestionTabModel>
  private let agenda: Property<QuestionTabModel.Agenda>
  private let scheduler: any DateScheduler
  private let token: Lifetime.Token

  /// - Parameter quota: told what each answer says about the day's requests: how many are left, and of how many.
  init(
    tab: QuestionTab, service: any QuestionService, scheduler: any DateScheduler,
    quota: @escaping @Sendable (_ remaining: Int?, _ max: Int?) -> Void
  ) {
    let model = MutableProperty(QuestionTabModel(tab: tab, origin: service.origin.value))
    let (lifetime, token) = Lifetime.make()
    self.model = model
    self.scheduler = scheduler
    self.token = token
    state = Property(following: model.producer.map(\.state).skipRepeats())
    context = Property(
      reading: { [weak model] in model?.withValue(\.context) }, following: model.producer.map(\.context).skipRepeats())
    let agenda = Property(following: model.producer.map(\.agenda).skipRepeats())
    self.agenda = agenda

    agenda.producer
      .map(\.request)
      .skipRepeats()
      .flatMap(.latest) { request -> SignalProducer<(QuestionList.Request, Outcome<QuestionPage>), Never> in
        guard let request else { return .empty }
        return service.questions(request.query).outcomes.map { (request, $0) }
      }
      .take(during: lifetime)
      .startWithValues { [weak model] request, outcome in
        if case .value(let page) = outcome { quota(page.quotaRemaining, page.quotaMax) }
        model?.modify { $0.receive(outcome, for: request, at: scheduler.currentDate) }
      }

    agenda.producer
      .map(\.detailRequest)
      .skipRepeats()
      .flatMap(.latest) { request -> SignalProducer<(Reading.Request, Outcome<QuestionDetail>), Never> in
        guard let request else { return .empty }
        return service.detail(of: request.id, site: tab.site).outcomes.map { (request, $0) }
      }
      .take(during: lifetime)
      .startWithValues { [weak model] request, outcome in
        if case .value(let detail) = outcome { quota(detail.quotaRemaining, detail.quotaMax) }
        model?.modify { $0.receive(outcome, for: request, at: scheduler.currentDate) }
      }

    service.origin.producer
      .skipRepeats()
      .take(during: lifetime)
      .startWithValues { [weak model] origin in model?.modify { $0.change(to: origin, at: scheduler.currentDate) } }

    // The throttle tells when to filter; by what, the field says at that moment. So nothing typed is lost, no text that
    // was cleared meanwhile comes back, and no first value has to be skipped.
    agenda.producer
      .map(\.filterText)
      .skipRepeats()
      .throttle(Self.filterInterval, on: scheduler)
      .take(during: lifetime)
      .startWithValues { [weak model] _ in model?.modify { $0.settleFilter() } }

    // After a failure the tab asks again by itself, as long as it is the one on the screen.
    agenda.producer
      .map(\.retryDate)
      .skipRepeats()
      .flatMap(.latest) { date in
        date.map { date in scheduler.moment(date).map { date } } ?? .empty
      }
      .take(during: lifetime)
      .startWithValues { [weak model] date in
        model?.modify { $0.retry(awaited: date, at: scheduler.currentDate) }
      }
  }

  /// The page of the question that is open or selected.
  var link: URL? { model.withValue(\.link) }

  func show() { model.modify { $0.show(at: scheduler.currentDate) } }

  func cancel() { model.modify { $0.cancel() } }

  func hide() { model.modify { $0.hide() } }

  func perform(_ command: Command, on screen: QuestionTabModel.Screen) {
    model.modify { $0.perform(command, on: screen, at: scheduler.currentDate) }
  }

  func keepScroll(in layout: ReadingLayout) {
    model.modify { $0.keepScroll(in: layout) }
  }
}
