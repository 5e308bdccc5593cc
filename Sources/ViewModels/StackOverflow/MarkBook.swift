import Foundation
import Model
import Signals

/// What was read and what is kept, as a pure value. Marks of the demonstration last as long as the program runs, since its
/// questions are others each time.
struct MarkBook: Sendable, Equatable {
  enum Step: Sendable {
    case remembered(QuestionMarks)
    case read(QuestionKey, answers: Int, Origin)
    case unread(QuestionKey, Origin)
    case keep(QuestionKey)
    case drop(QuestionKey)
  }

  private var live = QuestionMarks()
  private var demo = QuestionMarks()

  func marks(_ origin: Origin) -> QuestionMarks { origin == .live ? live : demo }

  mutating func take(_ step: Step) {
    switch step {
    case .remembered(let marks):
      // What was done before the state was read counts for more.
      live.read.merge(marks.read) { now, _ in now }
      live.kept.formUnion(marks.kept)
    case .read(let question, let answers, .live): live.read[question] = answers
    case .read(let question, let answers, .demo): demo.read[question] = answers
    case .unread(let question, .live): live.read[question] = nil
    case .unread(let question, .demo): demo.read[question] = nil
    case .keep(let question): live.kept.insert(question)
    case .drop(let question): live.kept.remove(question)
    }
  }
}

/// A question that is open, and how many answers it has as far as that is known.
struct ReadQuestion: Sendable, Equatable {
  var key: QuestionKey
  var answers: Int
  var origin: Origin

  init?(_ state: StackOverflowState) {
    guard let reading = state.reading else { return nil }
    key = QuestionKey(site: state.list.feed.site, id: reading.question.id)
    let (known, listed) = (reading.detail?.question.answerCount, reading.question.answerCount)
    // What was read in the past may lack answers that the list knows of; what was just loaded has them.
    answers = reading.isFromThePast ? known ?? listed : max(known ?? 0, listed)
    origin = state.origin
  }
}

extension StackOverflowState {
  /// What `u` and `*` are about.
  var questionKey: QuestionKey? {
    question.map { QuestionKey(site: list.feed.site, id: $0.id) }
  }
}

/// A question that a person keeps, and what is needed to have it whole.
struct QuestionToKeep: Sendable {
  var key: QuestionKey
  var question: Question
  var origin: Origin

  init?(_ state: StackOverflowState) {
    guard let key = state.questionKey, let question = state.question else { return nil }
    (self.key, self.question, origin) = (key, question, state.origin)
  }

  /// The question with its answers: as it was read last, else asked for.
  func detail(
    held: HeldDetails, cache: (any QuestionCache)?, service: any QuestionService, at now: Date
  ) -> SignalProducer<CachedDetail, ServiceError> {
    if let held = held.detail(of: QuestionList.Opened(question: question, origin: origin), site: key.site) {
      return SignalProducer(value: held.cached)
    }
    let cached = cache?.detail(of: key.id, site: key.site) ?? SignalProducer(value: nil)
    let (key, service) = (key, service)
    return cached.promoteError(ServiceError.self).flatMap(.concat) { cached in
      cached.map { SignalProducer(value: $0) }
        ?? service.detail(of: key.id, site: key.site).take(first: 1).map { CachedDetail(detail: $0, fetched: now) }
    }
  }
}
