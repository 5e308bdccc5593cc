import Foundation
import Locks
import Model
import ModelTesting
import Questions
import Rooms
import Signals
import Text

/// Requests that a test answers by hand, in the order it likes.
final class Requests<Key: Sendable & Equatable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var key: Key
    var input: Signal<Value, ServiceError>.Observer?
  }

  private let entries = LockedState<[Entry]>([])

  /// What was asked for, from the first request on.
  var keys: [Key] { entries.withLock { $0.map(\.key) } }

  /// The numbers of the requests that are neither answered nor cancelled.
  var open: [Int] { entries.withLock { entries in entries.indices.filter { entries[$0].input != nil } } }

  func producer(for key: Key) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let index = entries.withLock { entries in
        entries.append(Entry(key: key, input: observer))
        return entries.count - 1
      }
      lifetime.observeEnded { [self] in
        let input = entries.withLock { entries in
          defer { entries[index].input = nil }
          return entries[index].input
        }
        withExtendedLifetime(input) {}
      }
    }
  }

  func answer(_ index: Int, _ value: Value) {
    let input = entries.withLock { $0[index].input }
    input?.send(value: value)
    input?.sendCompleted()
  }

  func fail(_ index: Int, _ error: ServiceError) {
    entries.withLock { $0[index].input }?.send(error: error)
  }

  func complete(_ index: Int) {
    entries.withLock { $0[index].input }?.sendCompleted()
  }
}

final class ScriptedQuestionService: QuestionDoubled {
  let pages = Requests<QuestionQuery, QuestionPage>()
  let details = Requests<Question.ID, QuestionDetail>()
  /// By the posts that are asked about.
  let comments = Requests<[Int], PostComments>()
  let (changes, change) = Signal<Void, Never>.pipe()
  private let current: LockedState<Provenance>

  init(origin: Origin = .live) { current = LockedState(Provenance(origin)) }

  /// Has another server asked from now on.
  func turn(to server: QuestionServer) {
    current.withLock { $0 = .server(server) }
    change.send(value: ())
  }

  var double: QuestionDouble {
    var double = QuestionDouble(current.withLock { $0 })
    double.questions = pages.producer
    double.detail = details.producer
    double.commentsOfQuestion = { [comments] in comments.producer(for: [$0]) }
    double.commentsOfAnswers = { [comments] in
      $0.isEmpty ? SignalProducer(value: PostComments()) : comments.producer(for: $0)
    }
    return double
  }
}

final class ScriptedDirectory: QuestionDoubled {
  let tags = Requests<String, [Questions.Tag]>()
  let allSites = Requests<String, SiteList>()
  private let current = LockedState(Provenance.server(.standard))
  var provenance: Provenance {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var double: QuestionDouble {
    var double = QuestionDouble(provenance)
    double.allSites = { [allSites] in allSites.producer(for: "") }
    double.tags = { [tags] site, text in tags.producer(for: "\(site)/\(text)") }
    return double
  }
}

final class ScriptedThermometer: RoomSource {
  struct Query: Sendable, Equatable {
    var start: Date
    var end: Date
    var step: TimeInterval
  }

  /// What was asked for in steps of minutes, for the test to answer.
  let requests = Requests<Query, [Temperature]>()
  /// Answers what is asked for in steps so short that each holds a single reading; such a request fails where it is `nil`.
  let readings = MutableProperty<[Temperature]?>([])
  let readingQueries = MutableProperty<[Query]>([])
  let origin: Origin

  init(origin: Origin = .live) { self.origin = origin }

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    means(Query(start: window.lowerBound, end: window.upperBound, step: step)).map { [origin] in
      RoomAnswer(means: $0, origin: origin)
    }
  }

  private func means(_ query: Query) -> SignalProducer<[Temperature], ServiceError> {
    guard query.step < 1 else { return requests.producer(for: query) }
    readingQueries.modify { $0.append(query) }
    return readings.value.map { SignalProducer(value: $0.filter { (query.start..<query.end).contains($0.time) }) }
      ?? SignalProducer(error: unreachable)
  }
}

// MARK: - Material

let unreachable = ServiceError.unreachable(host: "example.org", reason: "no route")

extension Question {
  /// A question whose title and link tell its id.
  static func sample(_ id: Int, _ title: SafeText? = nil, tags: [SafeText] = [], asker: SafeText? = nil) -> Question {
    Question(
      id: id, title: title ?? "Question \(id)", tags: tags, score: 0, answerCount: 0, asker: asker,
      link: URL(string: "https://example.org/q/\(id)"))
  }
}

extension Question {
  /// The same number is another question where the demonstration answers: its asker tells the two apart.
  static func sample(_ id: Int, from origin: Origin) -> Question {
    .sample(id, asker: origin == .demo ? demonstrator : nil)
  }

  static let demonstrator: SafeText = "the demonstration"
}

extension QuestionPage {
  static func sample(_ ids: some Sequence<Int>, hasMore: Bool = false, origin: Origin = .live) -> QuestionPage {
    QuestionPage(questions: ids.map { .sample($0, from: origin) }, hasMore: hasMore, provenance: Provenance(origin))
  }
}

extension QuestionDetail {
  static func sample(_ id: Int, answers: Int = 2, origin: Origin = .live) -> QuestionDetail {
    QuestionDetail(
      question: .sample(id, from: origin), answers: (0..<answers).map { Answer(id: id * 100 + $0) },
      provenance: Provenance(origin))
  }
}

/// Counts the values of a signal.
final class Counter: Sendable {
  private let state = LockedState(0)
  var count: Int { state.withLock { $0 } }

  init<Value>(_ signal: Signal<Value, Never>) {
    signal.observeValues { [weak self] _ in self?.state.withLock { $0 += 1 } }
  }
}

extension Provenance {
  /// The public server, or the demonstration.
  init(_ origin: Origin) { self = origin == .demo ? .demonstration : .server(.standard) }
}

extension QuestionKey {
  /// A question of the public server.
  init(site: String, id: Question.ID) { self.init(.server(.standard), site: site, id: id) }
}
