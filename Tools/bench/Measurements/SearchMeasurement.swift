import Foundation
import Model
import Questions
import QuestionsEdge
import Signals
import Storage
import Text

/// Finding in everything that was loaded: the time of a search in 10,000 questions, a tenth of which were opened, the size of
/// the index, and the time that it adds to storing a page.
struct SearchMeasurement: Measurement {
  let name = "search"

  private static let count = 10_000
  private static let repetitions = 20
  private static let goal = 50.0
  private static let pageSize = 100
  /// Words of different frequency, and the beginnings of some.
  private static let texts: [SafeText] = [
    "swift", "lock signal", "grosse", "s", "memory leak conc", "東京", "the actor ",
  ]

  func measure() throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "reactui/search.sqlite")
    let index = SearchIndex(file, limit: 1 << 30)
    let cache = CacheDatabase(folder.appending(path: "reactui/cache.sqlite"), beside: index)
    let plain = CacheDatabase(folder.appending(path: "plain/cache.sqlite"))
    let questions = InventedQuestions.make(Self.count)
    try store(questions, in: cache)
    let lists = index.summary().bytes
    try open(questions, in: cache)
    let all = index.summary().bytes

    let times = try (0...Self.repetitions).flatMap { _ in try Self.texts.map { try find($0, in: cache) } }
    let sample = Sample(Array(times.dropFirst(Self.texts.count)))
    let page = Array(questions.prefix(Self.pageSize))
    let (without, with) = (
      try Sample((0..<Self.repetitions).map { try store(page, $0, in: plain) }),
      try Sample((0..<Self.repetitions).map { try store(page, $0, in: cache) })
    )
    return [
      Figure(
        what: "finding words in \(Self.count.grouped) questions", goal: "≤ \(Self.goal.text(0)) ms",
        measured: "\(sample.median.text(1)) ms (\(sample.minimum.text(1))–\(sample.maximum.text(1)))",
        repetitions: "\(times.count - Self.texts.count)", isMet: sample.maximum <= Self.goal),
      Figure(
        what: "index of \(Self.count.grouped) questions", goal: "",
        measured: "\((Double(lists) / 1e6).text(1)) MB; \((Double(all) / 1e6).text(1)) MB if a tenth were opened",
        repetitions: "1"),
      Figure(
        what: "storing a page of \(Self.pageSize) questions with the index, in the background", goal: "",
        measured: "\(with.median.text(1)) ms; without \(without.median.text(1)) ms", repetitions: "\(Self.repetitions)"
      ),
    ]
  }

  private func store(_ questions: [Question], in cache: CacheDatabase) throws {
    for start in stride(from: 0, to: questions.count, by: Self.pageSize) {
      _ = try store(Array(questions[start..<min(start + Self.pageSize, questions.count)]), start, in: cache)
    }
  }

  /// Returns the milliseconds until a page is in the files.
  private func store(_ questions: [Question], _ number: Int, in cache: CacheDatabase) throws -> Double {
    let page = CachedQuestions(page: QuestionPage(questions: questions), fetched: Date())
    let start = ContinuousClock.now
    cache.keep(page, of: QuestionFeed(tags: ["page-\(number)"]))
    guard cache.flush(within: 60) else { throw Failure("the index could not be written") }
    return start.duration(to: .now).milliseconds
  }

  /// Opens every tenth question: five answers of some 600 bytes.
  private func open(_ questions: [Question], in cache: CacheDatabase) throws {
    for (number, question) in questions.enumerated() where number % 10 == 0 {
      let answers = (1...5).map { answer in
        let lines = (0..<8).map { questions[(number + answer * 31 + $0) % questions.count].title }
        return Answer(id: number * 10 + answer, body: RichText(blocks: lines.map { .paragraph([.init($0)]) }))
      }
      cache.keep(
        CachedDetail(detail: QuestionDetail(question: question, answers: answers), fetched: Date()),
        site: QuestionFeed.standardSite)
    }
    guard cache.flush(within: 120) else { throw Failure("the index could not be written") }
  }

  /// Returns the milliseconds until the questions found are there.
  private func find(_ text: SafeText, in cache: CacheDatabase) throws -> Double {
    let start = ContinuousClock.now
    let answer = cache.found(text, from: .standard).take(last: 1).promoteError(Failure.self)
    guard try answer.first()?.get() != nil else { throw Failure("nothing could be searched") }
    return start.duration(to: .now).milliseconds
  }
}
