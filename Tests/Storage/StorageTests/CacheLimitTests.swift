import Foundation
import Model
import SignalsTesting
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

@Suite struct CacheLimitTests {
  private let folder: TemporaryFolder
  private let scheduler = TestScheduler()
  private let limit = 1 << 20

  init() throws { folder = try TemporaryFolder() }

  private func cache() -> CacheDatabase { CacheDatabase(folder.cache, limit: limit, on: scheduler) }

  private func feed(_ number: Int) -> QuestionFeed { QuestionFeed(tags: ["tag\(number)"]) }

  /// A list of some 80 kB.
  private static let list = Samples.questions(Samples.page(500))

  /// Keeps a list, a second after the one before it.
  private func keep(_ number: Int, in cache: CacheDatabase) {
    scheduler.advance(by: .seconds(1))
    cache.keep(Self.list, of: feed(number))
    scheduler.advance()
    #expect(cache.flush(within: 300))
  }

  /// Whether a list is there. To look at it is to use it.
  private func isThere(_ number: Int, in cache: CacheDatabase) async -> Bool {
    scheduler.advance(by: .seconds(1))
    let found = await withCheckedContinuation { continuation in
      cache.questions(of: feed(number)).startWithValues { continuation.resume(returning: $0 != nil) }
      scheduler.advance()
    }
    // The use is written after the answer.
    scheduler.advance()
    #expect(cache.flush(within: 300))
    return found
  }

  @Test func theFileDoesNotGrowBeyondTheLimit() throws {
    let cache = cache()
    for number in 0..<60 { keep(number, in: cache) }
    try Raw.checkpoint(folder.cache)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: folder.cache.path)[.size] as? Int)
    #expect(size <= limit)
    #expect(size > limit / 2)
  }

  @Test func whatWasUsedLongestAgoGoesFirst() async throws {
    let cache = cache()
    for number in 0..<8 { keep(number, in: cache) }
    #expect(await isThere(1, in: cache))
    for number in 8..<14 { keep(number, in: cache) }
    let kept = try Set(
      (Raw.values("SELECT key FROM entry", in: folder.cache) as [String]).map { try #require(FeedKey.feed(of: $0)) })
    #expect(!kept.contains(feed(0)))
    #expect(kept.contains(feed(1)), "it was read after the others had been kept")
    #expect(!kept.contains(feed(2)))
    #expect(kept.contains(feed(13)))
  }

  @Test func anEntryThatWouldPushOutAllOthersIsNotKept() throws {
    let cache = cache()
    keep(1, in: cache)
    cache.keep(Samples.questions(Samples.page(5000)), of: QuestionFeed())
    scheduler.advance()
    #expect(cache.flush(within: 300))
    #expect(try Raw.values("SELECT key FROM entry", in: folder.cache) == [try FeedKey.text(of: feed(1))])
  }

  @Test func contentsGoWithTheirEntries() throws {
    let cache = cache()
    for number in 0..<40 { keep(number, in: cache) }
    let entries: [Int] = try Raw.values("SELECT id FROM entry ORDER BY id", in: folder.cache)
    let contents: [Int] = try Raw.values("SELECT id FROM content ORDER BY id", in: folder.cache)
    #expect(entries == contents && entries.count > 3)
  }
}
