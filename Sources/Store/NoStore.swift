import Model
import Signals
import Text

/// A store that stores nothing, for `--no-state`. It accesses no file and no folder.
public struct NoStateStore: StateStore {
  public init() {}

  public var remembered: SignalProducer<RememberedState, Never> { SignalProducer(value: RememberedState()) }
  public var notices: Signal<SafeText, Never> { .empty }
  public var written: Signal<any StateChange, Never> { .empty }
  public func keep(_ change: any StateChange) {}
  public func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
    SignalProducer(value: query.otherwise)
  }
}

/// A cache that stores nothing, for `--no-state`. It accesses no file and no folder.
public struct NoQuestionCache: QuestionCache {
  public init() {}

  public func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    SignalProducer(value: nil)
  }
  public func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {}
  public func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  public func keep(_ detail: CachedDetail, site: String) {}
}
