import Foundation
import Model
import Signals
import Text

/// What a tab asks for.
enum QuestionAsk: Sendable, Equatable {
  /// As many questions as are held, from the first one on.
  case first
  /// The page after those that were read.
  case next
}

/// What a tab has asked the service, and the rows that it has from it.
typealias QuestionLoad = Load<QuestionAsk, QuestionRows>

/// The questions that a tab holds, in the service's order, each once, and how far that order was read.
///
/// ```
/// ├── read since the last refresh ──┤── older, from before it ──┤
/// │ page 1 │ page 2 │ …             │ page 3 comes in here      │
/// ```
/// A refresh asks for one page as large as what is held, at most 100, and the pages after it have the same size: so they
/// follow one another without a gap. What was held below what a refresh reads stays until a page brings it again.
struct QuestionRows: Sendable {
  private(set) var questions: [Question] = []
  /// What a filter looks in, for each of ``questions``: title, tags and asker, folded once.
  private(set) var folded = FoldedTexts()
  private(set) var hasMore = false
  /// The list that was asked for.
  private(set) var feed = QuestionFeed()
  /// Who answered last.
  private(set) var provenance = Provenance.server(.standard)
  private(set) var quota = Quota()

  /// The page read last, 0 before the first answer, and the size of all pages since the refresh.
  private var page = 0
  private var pageSize = QuestionQuery.pageSizes.lowerBound
  /// How many questions were read since the refresh; those after them are older.
  private var freshCount = 0
}

extension QuestionRows {
  /// What was held in the past. An answer takes the place of all of it: nobody knows what has become of its order.
  init(_ cached: CachedQuestions, of feed: QuestionFeed) {
    var known: Set<Question.ID> = []
    questions = cached.page.questions.filter { known.insert($0.id).inserted }
    for question in questions { folded.append(question.searchedTexts) }
    hasMore = cached.page.hasMore
    provenance = cached.page.provenance
    self.feed = feed
  }

  /// What is to be kept of rows that came at this time.
  func cached(at date: Date) -> CachedQuestions {
    CachedQuestions(page: QuestionPage(questions: questions, hasMore: hasMore, provenance: provenance), fetched: date)
  }

  /// The query for what is asked for next.
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

  /// Whether these are from the past, and no answer.
  var isCached: Bool { page == 0 }

  /// Whether these are answers to what is asked, and not from the past or of another order.
  private func isFresh(for feed: QuestionFeed) -> Bool { !isCached && feed == self.feed }

  /// The rows with an answer joined to them: what was read before its page, the page, and what is older, each question
  /// once.
  ///
  /// Questions slip from page to page while a person reads, so a page repeats some of the page before. Questions from
  /// elsewhere are not kept: the same number is another question there. Neither are those of another order, or of the past.
  func joined(with page: QuestionPage, of query: QuestionQuery) -> QuestionRows {
    let (number, size) = (query.page, query.pageSize)
    let held = page.provenance == provenance && isFresh(for: query.feed) ? self : QuestionRows()
    let read = number == 1 ? 0 : held.freshCount
    var rows = QuestionRows()
    var known: Set<Question.ID> = []
    func take(_ question: Question, heldAt place: Int? = nil) {
      guard known.insert(question.id).inserted else { return }
      rows.questions.append(question)
      if let place { rows.folded.append(place, of: held.folded) } else { rows.folded.append(question.searchedTexts) }
    }
    for place in 0..<read { take(held.questions[place], heldAt: place) }
    for question in page.questions { take(question) }
    rows.freshCount = rows.questions.count
    // At its end the service has said all there is.
    if page.hasMore {
      let older = number == 1 ? held.placesBelow(size, known) : read..<held.questions.count
      for place in older { take(held.questions[place], heldAt: place) }
    }
    rows.feed = query.feed
    rows.page = number
    rows.pageSize = size
    rows.hasMore = page.hasMore
    rows.provenance = page.provenance
    rows.quota = Quota(remaining: page.quotaRemaining, max: page.quotaMax)
    return rows
  }

  /// The places of what stays below a refresh of the first `size` places: those after the last question that the refresh
  /// brought again, since new questions have pushed them down.
  private func placesBelow(_ size: Int, _ known: Set<Question.ID>) -> Range<Int> {
    let covered = min(size, questions.count)
    let last = questions[..<covered].lastIndex { known.contains($0.id) }
    return (last.map { $0 + 1 } ?? covered)..<questions.count
  }

  /// Whether older questions are left that a further page may bring again.
  var hasOlder: Bool { freshCount < questions.count && page * pageSize < questions.count }
}

extension Question: Searchable {
  public var searchedTexts: [SafeText] { [title] + tags + (asker.map { [$0] } ?? []) }
}

extension QuestionService {
  /// Asks for questions and joins them with those that are held. All of it is done where the answer is decoded.
  ///
  /// A further page that only brings what is held already is followed by the next one.
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
