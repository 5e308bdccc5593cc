import Foundation
import Locks
import Model
import Signals
import Text

@testable import PaneKit
@testable import Questions

/// A cache that a test holds in memory. It answers at once, unless the test has it wait, and what it answers goes through
/// the interface's door.
final class MemoryQuestionCache: QuestionCache {
  private struct List: Hashable {
    var provenance: Provenance
    var feed: QuestionFeed
  }

  private let lists = LockedState<[List: CachedQuestions]>([:])
  private let details = LockedState<[QuestionKey: CachedDetail]>([:])
  private let reads = LockedState<[QuestionFeed]>([])
  private let writes = LockedState<[QuestionFeed]>([])
  /// Lists are sent when this is true.
  let isAnswering = MutableProperty(true)
  /// Questions with their answers are sent when this is true.
  let isAnsweringDetails = MutableProperty(true)

  /// The feeds that were read, and those that were written, in order.
  var read: [QuestionFeed] { reads.withLock { $0 } }
  var written: [QuestionFeed] { writes.withLock { $0 } }
  subscript(feed: QuestionFeed) -> CachedQuestions? { self[feed, .standard] }
  subscript(feed: QuestionFeed, server: QuestionServer) -> CachedQuestions? {
    lists.withLock { $0[List(provenance: .server(server), feed: feed)] }
  }
  subscript(id: Question.ID) -> CachedDetail? { self[id, .standard] }
  subscript(id: Question.ID, server: QuestionServer) -> CachedDetail? {
    details.withLock { $0[QuestionKey(.server(server), site: QuestionFeed.standardSite, id: id)] }
  }

  /// A cache that holds these questions of a feed.
  convenience init(_ ids: some Sequence<Int>, of feed: QuestionFeed = QuestionFeed(), at date: Date = .distantPast) {
    self.init()
    add(CachedQuestions(page: .sample(ids, hasMore: true), fetched: date), of: feed)
  }

  func add(_ ids: some Sequence<Int>, of feed: QuestionFeed) {
    add(CachedQuestions(page: .sample(ids), fetched: .distantPast), of: feed)
  }

  func add(_ questions: CachedQuestions, of feed: QuestionFeed) {
    lists.withLock { $0[List(provenance: questions.page.provenance, feed: feed)] = questions }
  }

  func add(_ detail: QuestionDetail, at date: Date) {
    add(CachedDetail(detail: detail, fetched: date), site: QuestionFeed.standardSite)
  }

  private func add(_ cached: CachedDetail, site: String) {
    details.withLock { $0[cached.key(site: site)] = cached }
  }

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    reads.withLock { $0.append(feed) }
    let questions = self[feed, server]
    return isAnswering.producer.first(where: { $0 }).map { _ in questions }
  }

  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {
    writes.withLock { $0.append(feed) }
    add(questions, of: feed)
  }

  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    let detail = details.withLock { $0[question] }
    return isAnsweringDetails.producer.first(where: { $0 }).map { _ in detail }
  }

  private let keptSites = LockedState<[Provenance: CachedSites]>([:])
  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> {
    SignalProducer(value: keptSites.withLock { $0[.server(server)] })
  }
  func keep(_ sites: CachedSites) { keptSites.withLock { $0[sites.list.provenance] = sites } }

  func keep(_ detail: CachedDetail, site: String) { add(detail, site: site) }
}
