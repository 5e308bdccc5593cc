import Model
import Signals
import Text

/// The cache, with the store's kept questions as a fallback: they can be read offline as long as they are kept.
struct CacheWithKeptQuestions: QuestionCache {
  let cache: any QuestionCache
  let store: any StateStore

  /// Returns the cache itself if there is no store.
  static func over(_ cache: any QuestionCache, keptIn store: (any StateStore)?) -> any QuestionCache {
    store.map { CacheWithKeptQuestions(cache: cache, store: $0) } ?? cache
  }

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    cache.questions(of: feed, from: server)
  }

  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) { cache.keep(questions, of: feed) }

  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    cache.detail(of: question).flatMap(.concat) { cached in
      if let cached, cached.detail.hasAllAnswers { return SignalProducer(value: cached) }
      // One that was kept just before an end has no answers yet.
      return store.kept(question).map { kept in kept?.detail.hasAllAnswers == true ? kept : cached ?? kept }
    }
  }

  func keep(_ detail: CachedDetail, site: String) { cache.keep(detail, site: site) }
  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> { cache.sites(of: server) }
  func keep(_ sites: CachedSites) { cache.keep(sites) }
  func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never> { cache.hasAnything(of: server) }
  func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    cache.found(text, from: server)
  }
}
