import Assembly
import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// Files with bytes changed anywhere: no change may end the program, and none goes unnoticed where it loses what is kept.
@Suite struct RandomDamageTests {
  /// Vigna's SplitMix64, so that a round that fails can be repeated.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func damage(_ file: Data, _ generator: inout Generator) -> Data {
    var file = file
    // A small file is mostly empty pages, so half of the changes go where there is something in most files.
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let end = Bool.random(using: &generator) ? file.count : 200
      file[Int.random(in: 0..<end, using: &generator)] = .random(in: 0...255, using: &generator)
    }
    return Bool.random(using: &generator) ? file : file.prefix(.random(in: 0...file.count, using: &generator))
  }

  @Test func ofTheState() async throws {
    let sound = try TemporaryFolder()
    let first = StateDatabase(sound.state)
    for number in 0..<100 { first.keep(.order(QuestionFeed(tags: ["tag\(number)"]), .votes)) }
    first.keep(.pane("wikipedia"))
    first.keepNow(.tab(QuestionFeed(tags: ["swift"])))
    try Raw.checkpoint(sound.state)
    let file = try Data(contentsOf: sound.state)
    for seed in 0..<30 {
      var generator = Generator(state: UInt64(seed))
      let folder = try TemporaryFolder()
      try folder.makeInner()
      try Self.damage(file, &generator).write(to: folder.state)
      let state = StateDatabase(folder.state)
      let told = Told(state.notices)
      _ = await state.remembered.only
      state.keepNow(.pane("conair"))
      let kept = await state.remembered.only.dashboard.pane == "conair"
      #expect(kept || !told.all.isEmpty, "seed \(seed)")
      _ = state.summary()
      #expect(state.clear().failure == nil)
      #expect(await StateDatabase(folder.state).remembered.only.dashboard.pane == nil, "seed \(seed)")
    }
  }

  @Test func ofTheCache() async throws {
    let sound = try TemporaryFolder()
    let first = CacheDatabase(sound.cache)
    let feeds = (0..<20).map { QuestionFeed(tags: ["tag\($0)"]) }
    for feed in feeds { first.keep(Samples.questions(Samples.page(30)), of: feed) }
    first.keepNow(CachedDetail(detail: Samples.detail, fetched: Samples.date))
    try Raw.checkpoint(sound.cache)
    let file = try Data(contentsOf: sound.cache)
    for seed in 0..<15 {
      var generator = Generator(state: UInt64(seed))
      let folder = try TemporaryFolder()
      try folder.makeInner()
      try Self.damage(file, &generator).write(to: folder.cache)
      let cache = CacheDatabase(folder.cache)
      for feed in feeds { _ = await cache.questions(of: feed).only }
      _ = await cache.detail(of: Samples.full.id, site: "stackoverflow").only
      for feed in feeds { cache.keepNow(Samples.questions(Samples.page(3)), of: feed) }
      _ = cache.summary(of: Features.cached)
      #expect(cache.clear(of: Features.cached).failure == nil)
      #expect(await CacheDatabase(folder.cache).questions(of: feeds[0]).only == nil, "seed \(seed)")
    }
  }

  @Test func ofTheIndex() async throws {
    let sound = try TemporaryFolder()
    let first = CacheDatabase(sound.cache, beside: SearchIndex(sound.search))
    first.keep(Samples.questions(Samples.page(200)), of: QuestionFeed())
    first.keepNow(CachedDetail(detail: Samples.detail, fetched: Samples.date))
    try Raw.checkpoint(sound.search)
    let file = try Data(contentsOf: sound.search)
    let texts: [SafeText] = ["string array", "swift pe", "indented twice"]
    for seed in 0..<30 {
      var generator = Generator(state: UInt64(seed))
      let folder = try TemporaryFolder()
      try folder.makeInner()
      try Self.damage(file, &generator).write(to: folder.search)
      let index = SearchIndex(folder.search)
      let cache = CacheDatabase(folder.cache, beside: index)
      for text in texts { _ = await cache.found(text, from: .standard).collect().only }
      cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
      for text in texts { _ = await cache.found(text, from: .standard).collect().only }
      #expect(await cache.questions(of: QuestionFeed()).only?.page.questions.count == 3, "seed \(seed)")
      _ = index.summary()
      #expect(index.clear().failure == nil)
      #expect(index.summary().counts.allSatisfy { $0.count == 0 }, "seed \(seed)")
      let next = SearchIndex(folder.search)
      #expect(await next.find("string", from: .standard).only == FoundQuestions(), "seed \(seed)")
    }
  }
}
