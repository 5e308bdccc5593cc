import Foundation
import Model
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
    case toggleKept(ListedQuestion)
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
        case .toggleKept(let question):
          .toggleKept(
            question, isWhole: context.recent.question(question.key)?.detail.hasAllAnswers == true,
            at: scheduler.currentDate)
        }
      },
      memory.recalls.map { .recall($0.marks) }, reports,
      context.recent.loaded.map { .loaded($0.question, $0.key) }
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.take(step)
      return (marks: model.marks.value, effects: effects)
    }
    marks = Property(initial: first.marks.value, then: steps.map(\.marks))

    lifetime += steps.map(\.effects).flatten().observeValues { effect in
      switch effect {
      case .keep(let change): memory.keep(change)
      case .tell(let notice): context.notice.send(value: notice)
      case .complete: break
      }
    }
    lifetime += steps.map(\.effects).flatten().compactMap(\.incomplete)
      .flatMap(.merge) { question in
        context.whole(question).observe(on: scheduler).materializeResults().map { .whole(question.key, $0) }
      }
      .observe(report)
    // A question becomes read when it is opened, and again when it has more answers.
    lifetime += tab.producer.flatMap(.latest) { $0.read.producer }.skipRepeats().skipNil()
      .startWithValues { report.send(value: .read($0, at: scheduler.currentDate)) }
  }

  func send(_ action: Action) { actions.send(action) }
}

/// The marks of questions, and what follows from their changes, as a pure value.
struct MarkedQuestions: Sendable {
  enum Step: Sendable {
    /// The marks of earlier runs.
    case recall(QuestionMarks)
    /// A question is open.
    case read(ReadQuestion, at: Date)
    case markUnread(QuestionKey)
    /// Keeps a question, or stops keeping it.
    ///
    /// - Parameter isWhole: Whether all of it is loaded.
    case toggleKept(ListedQuestion, isWhole: Bool, at: Date)
    /// A question was loaded, or loaded further.
    case loaded(LoadedQuestion, QuestionKey)
    /// The answer for ``Effect/complete(_:)``.
    case whole(QuestionKey, Result<CachedDetail, ServiceError>)
  }

  enum Effect: Sendable, Equatable {
    case keep(StateChange)
    case tell(SafeText)
    /// Requests what is missing of a kept question.
    case complete(ListedQuestion)
  }

  private(set) var marks = Remembered<QuestionMarks, QuestionMarks.Change>(QuestionMarks()) { $0.take($1) }
  private let hasStore: Bool

  /// - Parameter hasStore: Whether questions can be kept for the next run.
  init(hasStore: Bool) { self.hasStore = hasStore }

  mutating func take(_ step: Step) -> [Effect] {
    switch step {
    case .recall(let marks):
      self.marks.recall(marks)
      return []
    case .read(let question, let now):
      marks.take(.read(question.key, answers: question.answers))
      return keep(.read(question.key, answers: question.answers, at: now), of: question.key)
    case .markUnread(let key):
      marks.take(.unread(key))
      return keep(.unread(key), of: key)
    case .toggleKept(let question, let isWhole, let now): return toggleKept(question, isWhole, now)
    case .loaded(let question, let key):
      // A complete version is not replaced by an incomplete one.
      let isKept = marks.value.kept.contains(key) && question.detail.hasAllAnswers
      return isKept ? [.keep(.keep(question.cached, site: key.site))] : []
    case .whole(let key, let result): return marks.value.kept.contains(key) ? complete(key, result) : []
    }
  }

  private mutating func toggleKept(_ question: ListedQuestion, _ isWhole: Bool, _ now: Date) -> [Effect] {
    let key = question.key
    if key.provenance == .demonstration { return [.tell("The demonstration's questions cannot be kept")] }
    if marks.value.kept.contains(key) { return drop(key) }
    marks.take(.keep(key))
    // Kept at once as the list has it: the program may end before the rest is there.
    let listed = isWhole ? [] : [Effect.keep(.keep(question.known(at: now), site: key.site))]
    return listed + (hasStore ? [.complete(question)] : [])
  }

  private mutating func complete(_ key: QuestionKey, _ result: Result<CachedDetail, ServiceError>) -> [Effect] {
    switch result {
    // The server may have changed in the meantime, and the same number is another question there.
    case .success(let detail) where detail.detail.provenance != key.provenance:
      drop(key) + [.tell("The question cannot be kept: another server is asked now")]
    case .success(let detail): [.keep(.keep(detail, site: key.site))]
    case .failure(let error): drop(key) + [.tell("The question cannot be kept: \(error.sentence)")]
    }
  }

  private mutating func drop(_ key: QuestionKey) -> [Effect] {
    marks.take(.drop(key))
    return [.keep(.drop(key))]
  }

  private func keep(_ change: StateChange, of key: QuestionKey) -> [Effect] {
    key.provenance.server == nil ? [] : [.keep(change)]
  }
}

extension MarkedQuestions.Effect {
  fileprivate var incomplete: ListedQuestion? { if case .complete(let question) = self { question } else { nil } }
}

extension QuestionMarks {
  /// A person's action on a question.
  enum Change: Sendable {
    case read(QuestionKey, answers: Int)
    case unread(QuestionKey)
    case keep(QuestionKey)
    case drop(QuestionKey)
  }

  mutating func take(_ change: Change) {
    switch change {
    case .read(let question, let answers): read[question] = answers
    case .unread(let question): read[question] = nil
    case .keep(let question): kept.insert(question)
    case .drop(let question): kept.remove(question)
    }
  }
}

extension ListedQuestion {
  /// The question as the list has it, without its answers.
  fileprivate func known(at date: Date) -> CachedDetail {
    var detail = QuestionDetail(question: question, answers: [])
    (detail.hasAllAnswers, detail.provenance) = (false, key.provenance)
    return CachedDetail(detail: detail, fetched: date)
  }
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
