import Foundation
import Model
import Signals

/// What is loaded of a question while the program runs: its text, its answers, and its comments with what failed of them.
/// ``CachedDetail`` is what the cache keeps of it.
struct LoadedQuestion: Sendable, Equatable {
  var detail: QuestionDetail
  var at: Date
  var comments = LoadedComments()

  init(detail: QuestionDetail, at date: Date) {
    self.detail = detail
    at = date
  }

  /// What was read when the program ran before, without its comments.
  init(_ cached: CachedDetail) { self.init(detail: cached.detail, at: cached.fetched) }

  /// What was loaded of an open question; `nil` where nothing of it was answered yet.
  init?(_ reading: ReadingState) {
    guard let detail = reading.detail, let date = reading.loadedAt else { return nil }
    let comments = reading.comments.content
    guard !reading.isFromThePast || comments.isAnswered else { return nil }
    self.init(detail: detail, at: date)
    self.comments = comments.withoutTrouble
  }

  /// The same with the answers that are known from before, where its own could not be had. All of it is then as old as those.
  func keepingAnswers(of known: LoadedQuestion) -> LoadedQuestion {
    let detail = detail.keepingAnswers(of: known.detail)
    guard detail != self.detail else { return self }
    return LoadedQuestion(detail: detail, at: min(at, known.at))
  }

  /// What is kept for another run of the program.
  var cached: CachedDetail { CachedDetail(detail: detail, fetched: at, comments: comments.cached) }

  func key(site: String) -> QuestionKey { QuestionKey(detail.provenance, site: site, id: detail.question.id) }

  /// Whether all of it was loaded within the last minute, in which the Stack Exchange API asks not to repeat a request. A
  /// date in the future means that the clock was set back, so it does not count as fresh.
  func isFresh(at now: Date) -> Bool { detail.answersTrouble == nil && Self.isFresh(at, at: now) }

  static func isFresh(_ date: Date, at now: Date) -> Bool { (0..<60).contains(now.timeIntervalSince(date)) }
}

/// The questions loaded last in any tab, so that one that is opened again is there at once.
final class RecentQuestions: Sendable {
  typealias Entry = (key: QuestionKey, question: LoadedQuestion)

  /// Each question that was loaded, or loaded with more of it, as it comes.
  let loaded: Signal<Entry, Never>

  private let load: Signal<Entry, Never>.Observer
  /// The latest at the end.
  private let entries: Property<[Entry]>
  private static let limit = 16

  init() {
    let (loaded, load) = Signal<Entry, Never>.pipe()
    (self.loaded, self.load) = (loaded, load)
    entries = Property(
      initial: [],
      then: loaded.scan(into: []) { entries, entry in
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
      })
  }

  func take(_ question: LoadedQuestion, site: String) { load.send(value: (question.key(site: site), question)) }

  /// What was loaded of a question; `nil` where that was too long ago.
  func question(_ key: QuestionKey) -> LoadedQuestion? { entries.value.last { $0.key == key }?.question }
}
