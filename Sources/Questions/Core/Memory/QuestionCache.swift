import Foundation
import Signals
import Text

/// The list of a feed in the cache, and when it was fetched.
public struct CachedQuestions: Sendable, Hashable {
  public var page: QuestionPage
  public var fetched: Date

  public init(page: QuestionPage, fetched: Date) {
    self.page = page
    self.fetched = fetched
  }
}

/// A question with its answers in the cache, and when it was fetched.
public struct CachedDetail: Sendable, Hashable {
  public var detail: QuestionDetail
  public var fetched: Date
  /// The comments, as far as they were requested.
  public var comments: CachedComments

  public init(detail: QuestionDetail, fetched: Date, comments: CachedComments = CachedComments()) {
    self.detail = detail
    self.fetched = fetched
    self.comments = comments
  }
}

/// The comments on a question and on its answers in the cache; `nil` where they are unknown.
public struct CachedComments: Sendable, Hashable {
  public var ofQuestion: KnownComments?
  public var ofAnswers: KnownComments?

  public init(ofQuestion: KnownComments? = nil, ofAnswers: KnownComments? = nil) {
    self.ofQuestion = ofQuestion
    self.ofAnswers = ofAnswers
  }
}

/// The cache of lists and questions, shown until the network has answered. Entries belong to the server that they came from
/// (``Provenance/server``); the demonstration's are never cached.
///
/// Errors are not reported: an unreadable entry is missing. Entries have no quota, which would be that of another day.
public protocol QuestionCache: Sendable {
  /// Sends the last list of a feed with all its rows, without their bodies; `nil` if there is none. Sends once, on any
  /// thread.
  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never>
  /// Replaces the list of a feed.
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed)
  /// Sends a question as it was read last; `nil` if there is none. Sends once, on any thread.
  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never>
  /// Replaces a question.
  func keep(_ detail: CachedDetail, site: String)
  /// Sends all sites as they were fetched last; `nil` if they were not. Sends once, on any thread.
  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never>
  func keep(_ sites: CachedSites)
  /// Sends whether there is any entry of a server, which means that it was reached before. Sends once, on any thread.
  func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never>
  /// Sends the questions of a server that contain all words of a text, on any thread; `nil` if nothing can be searched. Sends
  /// again while more of the cache is made searchable.
  func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never>
}

extension QuestionCache {
  public func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> { SignalProducer(value: nil) }
  public func keep(_ sites: CachedSites) {}
  public func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never> { SignalProducer(value: false) }
  public func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    SignalProducer(value: nil)
  }
}

/// All sites in the cache, and when they were fetched.
public struct CachedSites: Sendable, Hashable {
  public var list: SiteList
  public var fetched: Date

  public init(_ list: SiteList, fetched: Date) {
    self.list = list
    self.fetched = fetched
  }
}
