import Foundation

/// A question loaded in this run: its text, its answers, and its comments with their failures. ``CachedDetail`` is its form
/// in the cache.
struct LoadedQuestion: Sendable, Equatable {
  var detail: QuestionDetail
  var at: Date
  var comments = LoadedComments()

  init(detail: QuestionDetail, at date: Date) {
    self.detail = detail
    at = date
  }

  /// Creates a question from the cache, without its comments.
  init(_ cached: CachedDetail) { self.init(detail: cached.detail, at: cached.fetched) }

  /// Creates the loaded part of an open question; `nil` if no part was answered yet.
  init?(_ reading: ReadingState) {
    guard let detail = reading.detail, let date = reading.loadedAt else { return nil }
    let comments = reading.comments.content
    guard !reading.isFromThePast || comments.isAnswered else { return nil }
    self.init(detail: detail, at: date)
    self.comments = comments.withoutTrouble
  }

  /// Returns the question with known answers added where its own are incomplete. It is then as old as those.
  func keepingAnswers(of known: LoadedQuestion) -> LoadedQuestion {
    let detail = detail.keepingAnswers(of: known.detail)
    guard detail != self.detail else { return self }
    return LoadedQuestion(detail: detail, at: min(at, known.at))
  }

  /// The form in the cache.
  var cached: CachedDetail { CachedDetail(detail: detail, fetched: at, comments: comments.cached) }

  func key(site: String) -> QuestionKey { QuestionKey(detail.provenance, site: site, id: detail.question.id) }

  /// Returns whether it was completely loaded within the last minute, in which the Stack Exchange API asks not to repeat a
  /// request. A date in the future means that the clock was set back, so it does not count as fresh.
  func isFresh(at now: Date) -> Bool { detail.answersTrouble == nil && Self.isFresh(at, at: now) }

  static func isFresh(_ date: Date, at now: Date) -> Bool { (0..<60).contains(now.timeIntervalSince(date)) }
}

/// The questions loaded last in any tab, so that reopening one needs no request.
struct RecentQuestions: Sendable {
  /// The latest is last.
  private var entries: [(key: QuestionKey, question: LoadedQuestion)] = []
  private static let limit = 16

  mutating func insert(_ question: LoadedQuestion, site: String) {
    let key = question.key(site: site)
    entries.removeAll { $0.key == key }
    entries.append((key, question))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Returns a loaded question; `nil` if it is not among the last ones.
  func question(_ key: QuestionKey) -> LoadedQuestion? { entries.last { $0.key == key }?.question }
}
