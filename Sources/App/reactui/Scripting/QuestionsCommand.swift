import ArgumentParser
import Foundation
import Model
import Questions
import Screen
import Signals
import Text

/// `reactui questions`: a tab's questions, and later ones.
struct QuestionsCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "questions",
    abstract: "Print a tab's questions: number, score, accepted or not, answers, age, title, tags and asker.",
    discussion: """
      Without --tab it is the first tab. With --follow new questions are printed as often as \
      stack-overflow.refresh-every in the settings says, every five minutes where it says nothing, and never more often \
      than once a minute.
      """)

  @OptionGroup var choice: TabOptions

  @Flag(help: "Go on with new questions as they come.")
  var follow = false

  @OptionGroup var options: ScriptOptions

  /// A day has 300 requests without a key: one in five minutes is as many as fit.
  private static let standardPeriod: TimeInterval = 300
  private static let shortestPeriod: TimeInterval = 60

  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
    let tabs = script.settings.stackOverflow.tabs
    let tab = tabs[try choice.tab.map { try tabs.index(named: $0) } ?? tabs.firstAsked ?? 0]
    let feed = tab.feed
    guard feed.selection != .loaded else {
      throw Failure(.usage, "The tab \(tab.name.string) lists what other tabs have loaded, so it needs the screen.")
    }
    let answer = script.pages(of: feed, orStored: false)
    let first = script.pages(of: feed, orStored: true)
    let pages: SignalProducer<[SitePage], Failure>
    if follow {
      let period = max(script.settings.stackOverflow.refreshPeriod ?? Self.standardPeriod, Self.shortestPeriod)
      let later = SignalProducer.timer(every: period, on: script.clock).map { _ in answer }
      let results = SignalProducer(value: first).concat(later).flatMap(.throttle) { $0.materializeResults() }
      pages = script.telling(results)
    } else {
      pages = first
    }
    return pages.scanMap(into: SeenQuestions()) { seen, pages in
      let joined = JoinedQuestions(pages.map { .init($0.value.questions) }, by: feed.knownOrder)
      return joined.places.compactMap { place -> ListedQuestion? in
        let page = pages[place.part]
        return seen.take([page.value.questions[place.row]]).first.map {
          ListedQuestion(
            question: $0, fetched: page.date, origin: page.origin(of: page.value.provenance),
            namesSite: feed.isJoined)
        }
      }
    }
  }
}

/// The first page of a site.
private typealias SitePage = CommandContext.Fetched<QuestionPage>

extension CommandContext {
  /// Fetches the first page of each site of a feed. A site that fails is reported, and the others are sent; if all fail, so does
  /// this.
  ///
  /// - Parameter orStored: Whether what was fetched earlier is sent for a site that does not answer.
  fileprivate func pages(of feed: QuestionFeed, orStored: Bool) -> SignalProducer<[SitePage], Failure> {
    let pages = feed.parts.map { part in
      orStored
        ? self.orStored(
          questions(of: part), feed.isJoined ? "the questions of \(SafeText(oneLine: part.site))" : "these questions"
        ) {
          cache, server in
          cache.questions(of: part, from: server).map { $0.map { Fetched(value: $0.page, date: $0.fetched) } }
        }
        : questions(of: part)
    }
    guard feed.isJoined else { return pages[0].map { [$0] } }
    return SignalProducer.combineLatest(pages.map { $0.materializeResults() }).promoteError(Failure.self)
      .attemptMap { results in
        let answered = results.compactMap { try? $0.get() }
        let failures = zip(feed.sites, results).compactMap { site, result -> (site: String, failure: Failure)? in
          if case .failure(let failure) = result { (site, failure) } else { nil }
        }
        guard let first = failures.first else { return .success(answered) }
        guard !answered.isEmpty else { return .failure(first.failure) }
        for (site, failure) in failures {
          for sentence in failure.sentences { Self.tell("\(SafeText(oneLine: site)): \(SafeText(oneLine: sentence))") }
        }
        return .success(answered)
      }
  }

  /// Fetches the first page of a site's feed, and stores it for times without a network.
  private func questions(of feed: QuestionFeed) -> SignalProducer<SitePage, Failure> {
    answer(of: "Stack Overflow", services.questionClients.service.questions(QuestionQuery(feed)))
      .on(value: { [cache] page in
        cache?.keep(CachedQuestions(page: page.value, fetched: page.date), of: feed)
      })
  }
}

/// The questions printed last, so that none is printed twice.
struct SeenQuestions: Sendable {
  /// The limit for a list that is followed for a year; a feed does not return questions this old.
  static let limit = 10_000

  private var ids: Set<QuestionIdentity> = []
  private var order: [QuestionIdentity] = []

  /// Returns the new questions in order.
  mutating func take(_ questions: [Question]) -> [Question] {
    let new = questions.filter { ids.insert($0.identity).inserted }
    order += new.map(\.identity)
    if order.count > Self.limit {
      let old = order.count - Self.limit
      ids.subtract(order.prefix(old))
      order.removeFirst(old)
    }
    return new
  }
}

/// A question in a list, as it is printed.
///
///     79876543     42  ✓   3     2 h  Why does Swift concurrency hop threads here?  swift · async-await  maria
struct ListedQuestion: ScriptEntry {
  var question: Question
  var fetched: Date
  var origin = ScriptOrigin.live
  /// Whether the site is printed, as in a list of several.
  var namesSite = false

  func lines(on page: TextPage) -> [PageLine] {
    let (theme, glyphs) = (page.theme, page.theme.glyphs)
    let age = question.creationDate.map { TimeText.age(of: $0, at: fetched) } ?? ""
    var spans = [
      Span(TextPage.right("\(question.id)", 8), theme.dim),
      Span(TextPage.column(SafeText(known: question.score), 7), theme.plain),
      Span(question.acceptedAnswerID == nil ? "   " : "  \(glyphs.tick)", theme.good),
      Span(TextPage.column(SafeText(known: question.answerCount), 4), theme.plain),
      Span(TextPage.column(age, 8), theme.dim),
    ]
    if namesSite { spans.append(Span("  \(SafeText(oneLine: question.site))", theme.dim)) }
    spans.append(Span("  \(question.title)", theme.strong))
    if !question.tags.isEmpty {
      spans.append(Span("  " + question.tags.joined(separator: " \(glyphs.dot) "), theme.dim))
    }
    if let asker = question.asker { spans.append(Span("  \(asker)", theme.dim)) }
    return [.spans(spans)]
  }

  var json: JSONText { fields.adding(["origin": origin.json]) }

  /// Those that `reactui read` prints too, before its own.
  var fields: JSONText {
    .object([
      "id": .integer(question.id),
      "site": .text(SafeText(oneLine: question.site)),
      "title": .text(question.title),
      "tags": .list(question.tags.map { .text($0) }),
      "score": .integer(question.score),
      "answerCount": .integer(question.answerCount),
      "acceptedAnswer": question.acceptedAnswerID.map { .integer($0) } ?? .null,
      "asker": .text(question.asker),
      "created": .date(question.creationDate),
      "closed": .text(question.closedReason),
      "link": .link(question.link?.absoluteString),
      "fetched": .date(fetched),
    ])
  }
}
