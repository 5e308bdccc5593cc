import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import QuestionsEdge
import Signals
import Storage
import Text

/// The time from a key to the view model's state if the content comes from the cache: a long list, and a question with its
/// answers.
struct CacheMeasurement: Measurement {
  let name = "cache"

  private static let count = 10_000
  private static let repetitions = 20
  private static let listGoal = 30.0
  private static let questionGoal = 16.0
  private static let long = QuestionFeed(tags: ["long"])

  func measure() throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = CacheDatabase(folder.appending(path: "reactui/cache.sqlite"))
    let questions = InventedQuestions.make(Self.count)
    let detail = Self.detail(of: questions[0])
    cache.keep(CachedQuestions(page: QuestionPage(questions: questions, hasMore: true), fetched: Date()), of: Self.long)
    cache.keep(CachedDetail(detail: detail, fetched: Date()), site: QuestionFeed.standardSite)
    guard cache.flush(within: 60) else { throw Failure("the cache could not be written") }

    // The first one has cold memory and a closed database.
    let sittings = try (0...Self.repetitions).map { _ in try Sitting(cache, long: Self.long, count: Self.count) }
      .dropFirst()
    let lists = Sample(sittings.map(\.list))
    let opened = Sample(sittings.map(\.question))
    func text(_ sample: Sample) -> String {
      "\(sample.median.text(1)) ms (\(sample.minimum.text(1))–\(sample.maximum.text(1)))"
    }
    return [
      Figure(
        what: "tab's key to its list of \(Self.count.grouped) cached questions",
        goal: "≤ \(Self.listGoal.text(0)) ms",
        measured: text(lists),
        repetitions: "\(lists.count)",
        isMet: lists.median <= Self.listGoal),
      Figure(
        what: "opening a cached question, \(detail.answers.count) answers",
        goal: "≤ \(Self.questionGoal.text(0)) ms",
        measured: text(opened),
        repetitions: "\(opened.count)",
        isMet: opened.median <= Self.questionGoal),
    ]
  }

  /// A pane from its start, on a thread that stands for the interface's: its long tab is shown, and a question of it opened.
  private struct Sitting {
    /// Milliseconds.
    var list: Double
    var question: Double

    init(_ cache: CacheDatabase, long: QuestionFeed, count: Int) throws {
      let interface = QueueScheduler(qos: .userInteractive, name: "bench.interface")
      let viewModel = StackOverflowViewModel(
        tabs: Property(value: [QuestionTab(name: "First", feed: QuestionFeed()), QuestionTab(name: "Long", feed: long)]
        ),
        service: QuestionDouble(), cache: cache, scheduler: interface)
      func milliseconds(
        _ act: @escaping @Sendable () -> Void, until isThere: @escaping @Sendable (StackOverflowState) -> Bool
      ) throws -> Double {
        let arrival = viewModel.state.producer.filter(isThere).take(first: 1).map { _ in ContinuousClock.now }
        let begin = MutableProperty(ContinuousClock.now)
        interface.schedule {
          begin.value = .now
          act()
        }
        guard
          let end = try arrival.timeout(after: 20, raising: Failure("nothing came of the cache"), on: interface)
            .first()?.get()
        else { throw Failure("the pane ended") }
        return begin.value.duration(to: end).milliseconds
      }
      _ = try milliseconds({ viewModel.start() }, until: { $0.list.trouble != nil })
      list = try milliseconds({ viewModel.send(.selectTab(1)) }, until: { $0.list.total == count })
      question = try milliseconds({ viewModel.send(.inTab(.open)) }, until: { $0.reading?.detail != nil })
    }
  }

  /// A long question: 30 answers of some 3 kB, with code.
  private static func detail(of question: Question) -> QuestionDetail {
    let words = InventedQuestions.make(40).map(\.title)
    let paragraphs = words.prefix(25).map {
      RichText.Block.paragraph([.init($0), .init(" and "), .init($0, style: .code)])
    }
    let code = RichText.Block.code(Array(words.suffix(15)))
    let body = RichText(blocks: paragraphs + [code])
    var question = question
    question.body = body
    return QuestionDetail(question: question, answers: (1...30).map { Answer(id: $0, score: $0, body: body) })
  }
}
