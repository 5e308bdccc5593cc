import Foundation
import Model
import Signals

/// An open question: its text, its answers and its comments as they come.
///
/// ```
/// refresh, first sight ───────▶ load ──┬─────────────▶ ┐
/// what was read in the past ──▶ ┘      └──▶ comments ──▶ state
/// ```
final class QuestionViewModel: Sendable {
  let state: Property<ReadingState>
  /// What was loaded, for the next time that the question is opened.
  let loaded: Signal<HeldDetail, Never>
  /// Who answered, and what is left of the day's requests, answer by answer.
  let answers: Signal<AnswerSource, Never>
  /// Asks for the list to be loaded again.
  let listRefreshes: Signal<Void, Never>

  private let load: Load<Ask, HeldDetail>
  private let comments: CommentsViewModel

  private enum Ask: Sendable {
    case question
    /// The list first. The live service does not know the demonstration's questions: whether it can be reached, the list
    /// finds out, and if it can, this question is closed.
    case listAndQuestion
  }

  /// - Parameters:
  ///   - held: What was loaded before, which is shown at once, and for a minute is not asked for again.
  ///   - cache: What was read when the program ran before, which is shown until the service has answered.
  ///   - refresh: A person asks for it again.
  ///   - renewal: It is asked for again, and nothing else with it.
  ///   - mayAsk: It may be asked for by itself.
  ///   - cancelled: Cancels the request under way.
  ///   - listEvents: What comes of the list's requests.
  ///   - showsComments: Comments are shown at once where that costs no request.
  ///   - commentToggles: Shows the comments, or hides them.
  init(
    _ opened: QuestionList.Opened, holding held: HeldDetail?, service: any QuestionService,
    cache: (any QuestionCache)?, site: String, refresh: Signal<Void, Never>, renewal: Signal<Void, Never>,
    showsComments: Bool, commentToggles: Signal<Void, Never>, while mayAsk: Property<Bool>,
    cancelled: Signal<Void, Never>,
    listEvents: Signal<Signal<QuestionRows, ServiceError>.Event, Never>, on scheduler: any DateScheduler
  ) {
    let (listRefreshes, refreshList) = Signal<Void, Never>.pipe()
    self.listRefreshes = listRefreshes
    let list = SignalProducer<QuestionRows, ServiceError> { observer, lifetime in
      lifetime += listEvents.take(first: 1).dematerialize().observe(observer)
      refreshList.send(value: ())
    }
    // It is read once, for the text and for the comments.
    let key = QuestionKey(opened.provenance, site: site, id: opened.question.id)
    let stored = held == nil ? cache?.detail(of: key) : nil
    let cached = (stored ?? .empty).skipNil().replayLazily(upTo: 1)
    // Where the answers fail, those that are known stay: what is held, else what was read in the past, which may come later.
    let detail = { @Sendable (known: HeldDetail?) -> SignalProducer<HeldDetail, ServiceError> in
      service.detail(of: opened.question.id, site: site)
        .map { HeldDetail(detail: $0, at: scheduler.currentDate) }
        .flatMap(.concat) { answer -> SignalProducer<HeldDetail, ServiceError> in
          guard !answer.detail.hasAllAnswers else { return SignalProducer(value: answer) }
          let past = known.map { SignalProducer(value: $0) } ?? cached.map { HeldDetail($0) }
          return past.map { answer.keepingAnswers(of: $0) }.concat(SignalProducer(value: answer)).take(first: 1)
            .promoteError(ServiceError.self)
        }
    }
    let isFresh = held?.isFresh(at: scheduler.currentDate) ?? false
    load = Load(
      asks: .merge(
        refresh.map { opened.provenance == .demonstration ? .listAndQuestion : .question }, renewal.map { .question }),
      repeating: .once(.question), while: mayAsk.map { $0 && !isFresh }, cancelled: cancelled,
      stored: cached.map { Load.Stored(value: HeldDetail($0), at: $0.fetched) }, on: scheduler
    ) { ask, known in
      switch ask {
      case .question: detail(known ?? held)
      case .listAndQuestion: list.flatMap(.concat) { _ in detail(known ?? held) }
      }
    }
    let text = load.state.map { load in
      // An answer from elsewhere is about another question of that number.
      let known = (load.value ?? held).flatMap { $0.detail.provenance == opened.provenance ? $0 : nil }
      return ReadingState(
        question: opened.question, detail: known?.detail,
        load: load.asking == nil
          ? known.map { .loaded(at: $0.at) } ?? .idle : known == nil ? .loading : .reloading,
        loadedAt: known?.at, isFromThePast: known != nil && known == load.value && !load.isAnswered,
        trouble: load.trouble)
    }
    .skipRepeats()
    comments = CommentsViewModel(
      on: text, holding: held?.comments ?? CommentsContent(), isWanted: showsComments, stored: cached,
      toggles: commentToggles, refresh: refresh, cancelled: cancelled, on: scheduler
    ) { service.comments(on: $0, site: site) }
    state = text.combineLatest(with: comments.state)
      .map { text, comments in
        var reading = text
        reading.comments = comments
        return reading
      }
      .skipRepeats()
    // What is known as a whole, as soon as some of it was answered.
    loaded = state.signal.compactMap(HeldDetail.init).skipRepeats()
    answers = .merge(
      load.events.compactMap(\.value).map { AnswerSource($0.detail) },
      comments.quotas.map { AnswerSource(provenance: opened.provenance, quota: $0) })
  }
}

/// A question with its answers as it was loaded, and with its comments as far as they were asked for.
struct HeldDetail: Sendable, Equatable {
  var detail: QuestionDetail
  var at: Date
  var comments = CommentsContent()

  init(detail: QuestionDetail, at date: Date) {
    self.detail = detail
    at = date
  }

  /// What was read when the program ran before, without its comments.
  init(_ cached: CachedDetail) { self.init(detail: cached.detail, at: cached.fetched) }

  /// The same with the answers that are known from before, where its own could not be had. All of it is then as old as those.
  func keepingAnswers(of known: HeldDetail) -> HeldDetail {
    let detail = detail.keepingAnswers(of: known.detail)
    guard detail != self.detail else { return self }
    return HeldDetail(detail: detail, at: min(at, known.at))
  }

  /// What is to be held of an open question; `nil` where nothing of it was answered yet.
  init?(_ reading: ReadingState) {
    guard let detail = reading.detail, let date = reading.loadedAt else { return nil }
    let comments = reading.comments.content
    guard !reading.isFromThePast || comments.isAnswered else { return nil }
    self.init(detail: detail, at: date)
    self.comments = comments.withoutTrouble
  }

  /// What is kept for another run of the program.
  var cached: CachedDetail { CachedDetail(detail: detail, fetched: at, comments: comments.cached) }

  /// Whether all of it was loaded within the last minute, in which the Stack Exchange API asks not to repeat a request. What
  /// is in the future was before the clock was set back by an unknown time.
  func isFresh(at now: Date) -> Bool { detail.answersTrouble == nil && Self.isFresh(at, at: now) }

  static func isFresh(_ date: Date, at now: Date) -> Bool { (0..<60).contains(now.timeIntervalSince(date)) }
}

/// The questions read last of all tabs, the latest at the end, so that opening one again does not ask again.
struct HeldDetails: Sendable {
  private static let limit = 16

  /// A question that was loaded, and the site that it is of.
  struct Entry: Sendable {
    var site: String
    var detail: HeldDetail
  }

  private var entries: [Entry] = []

  mutating func take(_ entry: Entry) {
    entries.removeAll { $0.site == entry.site && $0.detail.detail.question.id == entry.detail.detail.question.id }
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// What is held of a question; from elsewhere, the same number is another question.
  func detail(of opened: QuestionList.Opened, site: String) -> HeldDetail? {
    entries.last {
      $0.site == site && $0.detail.detail.question.id == opened.question.id
        && $0.detail.detail.provenance == opened.provenance
    }?.detail
  }
}
