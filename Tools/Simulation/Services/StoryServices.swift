import Edits
import Foundation
import Model
import ModelTesting
import Questions
import Rooms
import Signals
import Synchronization
import Text

/// A question service whose requests wait until a story answers them.
public final class StoryQuestions: QuestionDoubled {
  public let pages = StoryRequests<QuestionPage>()
  public let details = StoryRequests<QuestionDetail>()
  public let comments = StoryRequests<PostComments>()
  /// The origin of the answers.
  public let current = Mutex(Origin.live)

  public init() {}

  public var double: QuestionDouble {
    var double = QuestionDouble(Provenance(.live))
    double.questions = { [pages] in pages.producer("\($0.feed.tags.first ?? "all") \($0.page)") }
    double.detail = { [details] in details.producer("\($0)") }
    double.commentsOfQuestion = { [comments] in comments.producer("question \($0)") }
    double.commentsOfAnswers = { [comments] in comments.producer("answers \($0.count)") }
    return double
  }
}

/// A feed that sends the updates a story gives it.
public final class StoryFeed: WikiFeed {
  /// The number of times it was asked to reconnect immediately.
  public let reconnects = Mutex(0)
  public let origin = Origin.live
  public let diffs = StoryRequests<EditAnswer>()
  public let contributions = StoryRequests<[WikiEvent]>()
  public let lists = StoryRequests<[Wiki]>()
  private let feed = Signal<WikiFeedUpdate, Never>.pipe()

  public init() {}

  public func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      lifetime += again.observeValues { [weak self] in self?.reconnects.withLock { $0 += 1 } }
      lifetime += SignalProducer(feed.output).start(observer)
    }
  }

  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    diffs.producer("\(edit.wiki) \(edit.old ?? 0) \(edit.new)")
  }

  public func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    contributions.producer("\(wiki) \(user.string)")
  }

  public func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> { lists.producer("wikis") }

  /// Sends an update to all subscribers.
  public func send(_ update: WikiFeedUpdate) { feed.input.send(value: update) }
}

/// A thermometer whose requests wait until a story answers them.
public final class StoryTemperatures: RoomSource {
  public let requests = StoryRequests<[Temperature]>()
  public let origin: Origin

  public init(origin: Origin) { self.origin = origin }

  /// Holds requests for mean values. Requests for single readings, whose steps are below 1 s, get no readings.
  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    let length = window.upperBound.timeIntervalSince(window.lowerBound)
    let means = step < 1 ? SignalProducer(value: []) : requests.producer("\(Int(length.rounded())) s")
    return means.map { [origin] in RoomAnswer(means: $0, origin: origin) }
  }
}
