import Model
import Signals

/// The cache, and behind it the questions that a person keeps: those can be read offline for as long as they are kept.
struct KeptQuestions: QuestionCache {
  let cache: any QuestionCache
  let store: any StateStore

  func questions(of feed: QuestionFeed) -> SignalProducer<CachedQuestions?, Never> { cache.questions(of: feed) }
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) { cache.keep(questions, of: feed) }

  func detail(of id: Question.ID, site: String) -> SignalProducer<CachedDetail?, Never> {
    cache.detail(of: id, site: site).flatMap(.concat) { cached in
      cached.map { SignalProducer(value: $0) } ?? store.kept(QuestionKey(site: site, id: id))
    }
  }

  func keep(_ detail: CachedDetail, site: String) { cache.keep(detail, site: site) }
  func sites() -> SignalProducer<CachedSites?, Never> { cache.sites() }
  func keep(_ sites: CachedSites) { cache.keep(sites) }
  var isUsed: SignalProducer<Bool, Never> { cache.isUsed }
}
