import Foundation
import Model
import Signals
import Text

/// Marks questions as read and as kept, and stores the marks. A question to be kept that is not completely loaded is
/// requested.
///
/// ```
/// remembered ─────────────────────────────────┐
/// the selected tab: read, unread, to keep ────┴──▶ marks ──▶ the pane's state
///                                             └──▶ the store
/// ```
final class QuestionMarking: Sendable {
  /// Marks of the demonstration's questions are not stored, because these are different each time.
  let marks: Property<QuestionMarks>

  private let mark: Signal<QuestionMarks.Change, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// - Parameter tab: The selected tab.
  init(of tab: Property<QuestionTabViewModel>, in context: TabContext) {
    let (changes, mark) = Signal<QuestionMarks.Change, Never>.pipe()
    let (store, notice, scheduler) = (context.store, context.notice, context.scheduler)
    let marks = Property(
      initial: QuestionMarks(), remembered: context.memory.recalls.map(\.marks), changes: changes
    ) { $0.take($1) }
    (self.marks, self.mark) = (marks, mark)

    // A question becomes read when it is opened, and again when it has more answers.
    lifetime += tab.producer.flatMap(.latest) { $0.read.producer }.skipRepeats().skipNil().startWithValues {
      mark.send(value: .read($0.key, answers: $0.answers))
      guard $0.key.provenance.server != nil else { return }
      store?.keep(.read($0.key, answers: $0.answers, at: scheduler.currentDate))
    }
    lifetime += tab.producer.flatMap(.latest) { SignalProducer($0.unread) }.startWithValues {
      mark.send(value: .unread($0))
      if $0.provenance.server != nil { store?.keep(.unread($0)) }
    }

    let (keeping, keep) = Signal<ListedQuestion, Never>.pipe()
    lifetime += tab.producer.flatMap(.latest) { SignalProducer($0.keepToggles) }.startWithValues { question in
      if question.key.provenance == .demonstration {
        notice.send(value: "The demonstration's questions cannot be kept")
      } else if marks.value.kept.contains(question.key) {
        mark.send(value: .drop(question.key))
        store?.keep(.drop(question.key))
      } else {
        mark.send(value: .keep(question.key))
        // Kept at once as the list has it: the program may end before the rest is there.
        if context.recent.question(question.key)?.detail.hasAllAnswers != true {
          store?.keep(.keep(question.known(at: scheduler.currentDate), site: question.key.site))
        }
        keep.send(value: question)
      }
    }
    guard let store else { return }
    // A kept question must be complete: it is requested if it was not read yet.
    let whole = keeping.flatMap(.merge) { question in
      context.whole(question).observe(on: scheduler).materializeResults().map { (question.key, $0) }
    }
    lifetime += whole.observeValues { key, result in
      guard marks.value.kept.contains(key) else { return }
      switch result {
      // The server may have changed in the meantime, and the same number is another question there.
      case .success(let detail) where detail.detail.provenance != key.provenance:
        mark.send(value: .drop(key))
        store.keep(.drop(key))
        notice.send(value: "The question cannot be kept: another server is asked now")
      case .success(let detail): store.keep(.keep(detail, site: key.site))
      case .failure(let error):
        mark.send(value: .drop(key))
        store.keep(.drop(key))
        notice.send(value: "The question cannot be kept: \(error.sentence)")
      }
    }
    // A complete version is not replaced by an incomplete one.
    lifetime += context.recent.loaded.observeValues { key, question in
      guard question.detail.hasAllAnswers, marks.value.kept.contains(key) else { return }
      store.keep(.keep(question.cached, site: key.site))
    }
  }
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
