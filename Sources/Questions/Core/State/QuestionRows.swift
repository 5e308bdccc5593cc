import Foundation
import Model
import PaneKit
import Signals
import Text

/// A request of a tab.
enum QuestionAsk: Sendable, Equatable {
  /// As many questions as there are rows, from the first one on.
  case first
  /// The page after those loaded.
  case next
}

/// The load of a tab's rows.
typealias QuestionLoad = Load<QuestionAsk, QuestionRows>

/// The rows of a tab, in the service's order, each question once, and how far that order was loaded.
///
/// ```
/// ├─ loaded since the last refresh ──┤── older, from before it ──┤
/// │ page 1 │ page 2 │ …              │ page 3 is inserted here   │
/// ```
/// A refresh requests one page as large as the number of rows, at most 100, and the following pages have the same size, so
/// that they join without gaps. Rows below those of a refresh stay until a page contains them again.
struct QuestionRows: Sendable {
  private(set) var questions: [Question] = []
  /// The folded texts of ``questions`` for the filter: title, tags and asker.
  private(set) var folded = FoldedTexts()
  private(set) var hasMore = false
  /// The feed of the rows.
  private(set) var feed = QuestionFeed()
  /// The source of the last answer.
  private(set) var provenance = Provenance.server(.standard)
  private(set) var quota = Quota()
  /// The sites of a list of what is loaded, if they are several.
  private(set) var loadedSites: [String] = []

  /// The last page loaded, 0 before the first answer, and the size of all pages since the refresh.
  private var page = 0
  private var pageSize = QuestionQuery.pageSizes.lowerBound
  /// The number of questions loaded since the refresh; the others are older.
  private var freshCount = 0
}

extension QuestionRows {
  /// Creates rows from the cache. The first answer replaces all of them, because their order may have changed.
  init(_ cached: CachedQuestions, of feed: QuestionFeed) {
    questions = cached.page.questions.uniqued(by: \.id).map { $0.listed(on: feed.site) }
    for question in questions { folded.append(question.searchedTexts) }
    hasMore = cached.page.hasMore
    provenance = cached.page.provenance
    self.feed = feed
  }

  /// Creates the rows of a list that joins several sites.
  ///
  /// - Parameter parts: The rows of its sites, of the same source and in the same order.
  init(joining parts: [QuestionRows], at places: [JoinedQuestions.Place], of feed: QuestionFeed) {
    for place in places {
      let part = parts[place.part]
      questions.append(part.questions[place.row])
      // The rows say their sites, so the filter finds them.
      folded.append(place.row, of: part.folded, adding: SafeText(oneLine: part.questions[place.row].site))
    }
    hasMore = parts.contains(where: \.hasMore)
    page = parts.map(\.page).min() ?? 0
    if let first = parts.first { (provenance, self.feed) = (first.provenance, feed.ordered(by: first.feed.order)) }
  }

  /// Creates the rows of a list of what is loaded.
  ///
  /// - Parameter parts: The rows of other tabs, of the same source.
  init(
    choosing places: [JoinedQuestions.Place], of parts: [QuestionRows], from provenance: Provenance,
    in feed: QuestionFeed
  ) {
    self.init(joining: parts, at: places, of: feed)
    (self.provenance, self.feed, hasMore, page) = (provenance, feed, false, 1)
    let sites = Set(questions.map(\.site))
    loadedSites = sites.count > 1 ? sites.sorted() : []
  }

  /// Returns the rows for the cache, loaded at the given date.
  func cached(at date: Date) -> CachedQuestions {
    CachedQuestions(page: QuestionPage(questions: questions, hasMore: hasMore, provenance: provenance), fetched: date)
  }

  /// Returns the query of a request.
  func query(_ ask: QuestionAsk, of feed: QuestionFeed) -> QuestionQuery {
    let sizes = QuestionQuery.pageSizes
    return switch ask {
    case .first:
      QuestionQuery(
        feed, pageSize: min(max(sizes.lowerBound, isFresh(for: feed) ? questions.count : 0), sizes.upperBound))
    case .next:
      QuestionQuery(feed, page: page + 1, pageSize: pageSize)
    }
  }

  /// Whether the rows are from the cache and not from an answer.
  var isCached: Bool { page == 0 }

  /// Returns whether the rows are answers for a feed, and neither cached nor in another order.
  private func isFresh(for feed: QuestionFeed) -> Bool { !isCached && feed == self.feed }

  /// Returns the rows with an answer merged: the rows before its page, the page, and the older rows, each question once.
  ///
  /// Questions move from page to page while a person reads, so a page repeats some of the page before. Rows of another source
  /// are dropped, because the same number is another question there; so are rows in another order, and cached ones.
  func joined(with page: QuestionPage, of query: QuestionQuery) -> QuestionRows {
    let (number, size) = (query.page, query.pageSize)
    let held = page.provenance == provenance && isFresh(for: query.feed) ? self : QuestionRows()
    let read = number == 1 ? 0 : held.freshCount
    var rows = QuestionRows()
    var known: Set<Question.ID> = []
    func add(_ question: Question, heldAt place: Int? = nil) {
      guard known.insert(question.id).inserted else { return }
      rows.questions.append(question.listed(on: query.feed.site))
      if let place { rows.folded.append(place, of: held.folded) } else { rows.folded.append(question.searchedTexts) }
    }
    for place in 0..<read { add(held.questions[place], heldAt: place) }
    for question in page.questions { add(question) }
    rows.freshCount = rows.questions.count
    // After the last page there are no others.
    if page.hasMore {
      let older = number == 1 ? held.placesBelow(size, known) : read..<held.questions.count
      for place in older { add(held.questions[place], heldAt: place) }
    }
    rows.feed = query.feed
    rows.page = number
    rows.pageSize = size
    rows.hasMore = page.hasMore
    rows.provenance = page.provenance
    rows.quota = Quota(remaining: page.quotaRemaining, max: page.quotaMax)
    return rows
  }

  /// Returns the indices of the rows that stay below a refresh of the first `size` rows: those after the last question that
  /// the refresh contains again, because new questions have pushed them down.
  private func placesBelow(_ size: Int, _ known: Set<Question.ID>) -> Range<Int> {
    let covered = min(size, questions.count)
    let last = questions[..<covered].lastIndex { known.contains($0.id) }
    return (last.map { $0 + 1 } ?? covered)..<questions.count
  }

  /// Whether there are older questions that a further page may contain.
  var hasOlder: Bool { freshCount < questions.count && page * pageSize < questions.count }
}

extension Question {
  /// Returns the question as one of the site that was asked, whatever the source says.
  fileprivate func listed(on site: String) -> Question {
    guard self.site != site else { return self }
    var question = self
    question.site = site
    return question
  }
}

extension Question: Searchable {
  public var rowID: QuestionIdentity { identity }

  public var searchedTexts: [SafeText] { [title] + tags + (asker.map { [$0] } ?? []) }
}

extension QuestionService {
  /// Requests questions and merges them with the current rows, all on the thread that decodes the answer.
  ///
  /// If a further page contains only known questions, the next one is requested.
  func rows(
    _ ask: QuestionAsk, of feed: QuestionFeed, joining held: QuestionRows
  ) -> SignalProducer<QuestionRows, ServiceError> {
    let query = held.query(ask, of: feed)
    return questions(query)
      .map { held.joined(with: $0, of: query) }
      .flatMap(.concat) { rows in
        ask == .next && rows.hasMore && rows.hasOlder && rows.questions.count == held.questions.count
          ? self.rows(ask, of: feed, joining: rows) : SignalProducer(value: rows)
      }
  }
}
