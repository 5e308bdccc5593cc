import Foundation
import Model
import PaneKit
import Signals
import Text

/// Marks questions as read and as kept, and stores the marks. A question to be kept that is not completely loaded is
/// requested.
///
/// ```
/// the selected tab's open question ─▶ ┌───────┐
/// unread, kept ─────────────────────▶ │ model │ ──▶ marks ──▶ the pane's state
/// the state of the last run ────────▶ │       │ ──▶ effects: keep for the next run, tell, ask for the whole question
/// what is loaded ───────────────────▶ └───────┘
/// ```
final class QuestionMarking: Sendable {
  enum Action: Sendable {
    case markUnread(QuestionKey)
    /// Keeps a question, or stops keeping it.
    ///
    /// - Parameter isOpen: Whether the question is open.
    case toggleKept(ListedQuestion, isOpen: Bool)
    /// Marks all questions of a list as read, or takes that back.
    case toggleRead([ReadQuestion], in: QuestionTab.ID)
  }

  /// Marks of the demonstration's questions are not stored, because these are different each time.
  let marks: Property<QuestionMarks>

  private let actions: Input<Action>
  private let (lifetime, token) = Lifetime.make()

  /// - Parameter tab: The selected tab.
  init(of tab: Property<QuestionTabViewModel>, in context: TabContext) {
    let (memory, scheduler) = (context.memory, context.scheduler)
    let actions = Input<Action>(on: scheduler)
    self.actions = actions
    let (reports, report) = Signal<MarkedQuestions.Step, Never>.pipe()

    let first = MarkedQuestions(hasStore: memory.store != nil)
    let steps = Signal<MarkedQuestions.Step, Never>.merge(
      actions.signal.map { action in
        switch action {
        case .markUnread(let key): .markUnread(key)
        case .toggleKept(let question, let isOpen):
          .toggleKept(
            question, isOpen: isOpen, isWhole: context.recent.question(question.key)?.detail.hasAllAnswers == true,
            at: scheduler.currentDate)
        case .toggleRead(let questions, let tab): .toggleRead(questions, in: tab, at: scheduler.currentDate)
        }
      },
      memory.recalls.map { .recall($0[QuestionsMemory.self].marks) }, reports,
      context.recent.loaded.map { .loaded($0.question, $0.key) }
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.take(step)
      return (marks: model.marks.value, effects: effects)
    }
    marks = Property(initial: first.marks.value, then: steps.map(\.marks))

    let (incomplete, complete) = Signal<ListedQuestion, Never>.pipe()
    let effects = steps.map(\.effects).flatten()
    let drops = effects.compactMap { if case .keep(.drop(let key)) = $0 { key } else { nil } }
    lifetime += incomplete.flatMap(.merge) { question in
      context.whole(question).observe(on: scheduler).materializeResults()
        .map { MarkedQuestions.Step.whole(question.key, $0) }
        // One that is not kept any more needs no answer; it may be kept and dropped for as long as a key is held down.
        .take(until: drops.filter { $0 == question.key }.map { _ in })
    }
    .observe(report)
    lifetime += effects.observeValues { effect in
      switch effect {
      case .keep(let change): memory.keep(change)
      case .tell(let notice): context.notice.send(value: notice)
      case .complete(let question): complete.send(value: question)
      }
    }
    // A question becomes read when it is opened, and again when it has more answers.
    lifetime += tab.producer.flatMap(.latest) { $0.read.producer }.skipRepeats().skipNil()
      .startWithValues { report.send(value: .read($0, at: scheduler.currentDate)) }
  }

  func send(_ action: Action) { actions.send(action) }
}

extension TabContext {
  /// Sends a question with all its answers: the loaded one, or else the answer to a request.
  fileprivate func whole(_ question: ListedQuestion) -> SignalProducer<CachedDetail, ServiceError> {
    let (key, service, now) = (question.key, service, scheduler.currentDate)
    if let loaded = recent.question(key), loaded.detail.hasAllAnswers { return SignalProducer(value: loaded.cached) }
    let cached = cache?.detail(of: key) ?? SignalProducer(value: nil)
    return cached.promoteError(ServiceError.self).flatMap(.concat) {
      cached -> SignalProducer<CachedDetail, ServiceError> in
      if let cached, cached.detail.hasAllAnswers { return SignalProducer(value: cached) }
      return service.detail(of: key.id, site: key.site).take(first: 1).attemptMap { detail in
        detail.hasAllAnswers
          ? .success(CachedDetail(detail: detail, fetched: now))
          : .failure(detail.answersTrouble ?? .notFound("the answers"))
      }
    }
  }
}
