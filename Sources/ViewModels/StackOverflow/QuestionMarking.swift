import Foundation
import Model
import Signals
import Text

/// Which questions were read and which a person keeps: the part of the pane's graph that marks them and remembers that. A
/// question that is to be kept and is not there whole is asked for.
///
/// ```
/// remembered ─────────────────────────────────────┐
/// the tab that is shown: read, unread, to keep ───┴──▶ marks ──▶ the pane's state
///                                                 └──▶ the store
/// ```
final class QuestionMarking: Sendable {
  /// Marks of the demonstration last as long as the program runs, since its questions are others each time.
  let marks: Property<QuestionMarks>

  private let mark: Signal<QuestionMarks.Change, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// - Parameter tab: The tab that is shown.
  init(of tab: Property<QuestionTabViewModel>, in context: TabContext) {
    let (changes, mark) = Signal<QuestionMarks.Change, Never>.pipe()
    let (store, notice, scheduler) = (context.store, context.notice, context.scheduler)
    let marks = Property(
      initial: QuestionMarks(), remembered: context.memory.recalls.map(\.marks), changes: changes
    ) { $0.take($1) }
    (self.marks, self.mark) = (marks, mark)

    // A question is read when it is opened, and again when more answers are known.
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
        keep.send(value: question)
      }
    }
    guard let store else { return }
    // What is kept has to be there whole: it is asked for where it was not read yet.
    let whole = keeping.flatMap(.merge) { question in
      context.whole(question).observe(on: scheduler).materializeResults().map { (question.key, $0) }
    }
    lifetime += whole.observeValues { key, result in
      guard marks.value.kept.contains(key) else { return }
      switch result {
      // The server may have been exchanged meanwhile, and the question of that number is another one there.
      case .success(let detail) where detail.detail.provenance != key.provenance:
        mark.send(value: .drop(key))
        notice.send(value: "The question cannot be kept: another server is asked now")
      case .success(let detail): store.keep(.keep(detail, site: key.site))
      case .failure(let error):
        mark.send(value: .drop(key))
        notice.send(value: "The question cannot be kept: \(error.sentence)")
      }
    }
    // What is kept whole is not replaced by less.
    lifetime += context.recent.loaded.observeValues { key, question in
      guard question.detail.hasAllAnswers, marks.value.kept.contains(key) else { return }
      store.keep(.keep(question.cached, site: key.site))
    }
  }
}

extension QuestionMarks {
  /// What a person has done with a question.
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

extension TabContext {
  /// A question with all its answers: as it was loaded last, else asked for.
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
