import Foundation
import Signals

/// Questions that were fetched in the past, and when.
public struct CachedQuestions: Sendable, Hashable {
  public var page: QuestionPage
  public var fetched: Date

  public init(page: QuestionPage, fetched: Date) {
    self.page = page
    self.fetched = fetched
  }
}

/// A question that was read in the past, with its answers, and when it was fetched.
public struct CachedDetail: Sendable, Hashable {
  public var detail: QuestionDetail
  public var fetched: Date
  /// As far as they were asked for.
  public var comments: CachedComments

  public init(detail: QuestionDetail, fetched: Date, comments: CachedComments = CachedComments()) {
    self.detail = detail
    self.fetched = fetched
    self.comments = comments
  }
}

/// The comments on a question and on its answers, each `nil` where nothing is known of them.
public struct CachedComments: Sendable, Hashable {
  public var ofQuestion: KnownComments?
  public var ofAnswers: KnownComments?

  public init(ofQuestion: KnownComments? = nil, ofAnswers: KnownComments? = nil) {
    self.ofQuestion = ofQuestion
    self.ofAnswers = ofAnswers
  }
}

/// What was fetched before, to be shown until the network has answered. It is kept by the server that it came from
/// (``Provenance/server``); what the demonstration made up is never kept.
///
/// Nothing here fails for its caller: what cannot be read is not there. What is read has no quota, which would be that of
/// another day.
public protocol QuestionCache: Sendable {
  /// The list that a feed had last, all rows that were held, without their bodies; `nil` where there is none. Sent once,
  /// from any thread.
  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never>
  /// Keeps a list in the place of the one before it.
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed)
  /// A question as it was read last; `nil` where it is not there. Sent once, from any thread.
  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never>
  /// Keeps a question in the place of what was known of it.
  func keep(_ detail: CachedDetail, site: String)
  /// All sites as they were asked for last; `nil` where they were not. Sent once, from any thread.
  func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never>
  func keep(_ sites: CachedSites)
  /// Whether anything of a server is there, which means that it was reached before. Sent once, from any thread.
  func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never>
}

extension QuestionCache {
  public func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> { SignalProducer(value: nil) }
  public func keep(_ sites: CachedSites) {}
  public func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never> { SignalProducer(value: false) }
}

/// All sites as they were fetched, and when.
public struct CachedSites: Sendable, Hashable {
  public var list: SiteList
  public var fetched: Date

  public init(_ list: SiteList, fetched: Date) {
    self.list = list
    self.fetched = fetched
  }
}
