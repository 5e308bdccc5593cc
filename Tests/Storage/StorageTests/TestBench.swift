import Edits
import Foundation
import Model
import Rooms
import Signals
import Testing
import Text

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// A folder of a test's own, which goes with it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "reactui-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var state: URL { url.appending(path: "reactui/state.sqlite") }
  var cache: URL { url.appending(path: "reactui/cache.sqlite") }
  var search: URL { url.appending(path: "reactui/search.sqlite") }

  /// Makes the folder of the databases, for a test that puts something into it.
  func makeInner() throws {
    try FileManager.default.createDirectory(
      at: state.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// The names in the folder of the databases, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: "reactui").path)) ?? []).sorted()
  }
}

extension SignalProducer where Error == Never {
  /// The only value of a start.
  var only: Value {
    get async {
      await withCheckedContinuation { continuation in
        startWithValues { continuation.resume(returning: $0) }
      }
    }
  }
}

extension StateDatabase {
  /// The parts of the program's state.
  static let parts: [any RememberedPart.Type] = [
    DashboardMemory.self, QuestionsMemory.self, RoomsMemory.self, WikipediaChoices.self,
  ]

  convenience init(_ url: URL) { self.init(url, of: Self.parts) }
  convenience init(_ url: URL, on scheduler: any DateScheduler) { self.init(url, of: Self.parts, on: scheduler) }
  convenience init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    self.init(opening, of: Self.parts, on: scheduler)
  }

  func keep(_ change: DashboardChange) { keep(change as any StateChange) }
  func keep(_ change: QuestionChange) { keep(change as any StateChange) }
  func keep(_ change: RoomChange) { keep(change as any StateChange) }

  /// Keeps changes, and returns when they are in the file.
  func keepNow(_ changes: [any StateChange]) {
    for change in changes { keep(change) }
    #expect(flush(within: 300))
  }

  func keepNow(_ changes: DashboardChange...) { keepNow(changes as [any StateChange]) }
  func keepNow(_ changes: QuestionChange...) { keepNow(changes as [any StateChange]) }
  func keepNow(_ changes: EditChange...) { keepNow(changes as [any StateChange]) }
  func keepNow(_ changes: RoomChange...) { keepNow(changes as [any StateChange]) }
}

extension CacheDatabase {
  func keepNow(_ questions: CachedQuestions, of feed: QuestionFeed) {
    keep(questions, of: feed)
    #expect(flush(within: 300))
  }

  func keepNow(_ detail: CachedDetail, site: String = QuestionFeed.standardSite) {
    keep(detail, site: site)
    #expect(flush(within: 300))
  }
}

/// Collects what a person is told.
// Unchecked: the condition guards the sentences.
final class Told: @unchecked Sendable {
  private let condition = NSCondition()
  private var sentences: [String] = []

  init(_ notices: Signal<SafeText, Never>) {
    notices.observeValues { [weak self] in self?.take($0.string) }
  }

  private func take(_ sentence: String) {
    condition.withLock {
      sentences.append(sentence)
      condition.broadcast()
    }
  }

  var all: [String] { condition.withLock { sentences } }

  /// What has been told as soon as there is something; empty if nothing comes within half a minute.
  var soon: [String] {
    condition.withLock {
      let deadline = Date().addingTimeInterval(30)
      while sentences.isEmpty, condition.wait(until: deadline) {}
      return sentences
    }
  }
}

// What most tests are about is of the public server.

extension QuestionCache {
  func questions(of feed: QuestionFeed) -> SignalProducer<CachedQuestions?, Never> {
    questions(of: feed, from: .standard)
  }

  func detail(of id: Question.ID, site: String) -> SignalProducer<CachedDetail?, Never> {
    detail(of: QuestionKey(site: site, id: id))
  }
}

extension StateStore {
  func keptQuestions(of site: String) -> SignalProducer<[Question], Never> {
    keptQuestions(of: site, from: .standard)
  }
}

extension QuestionCoding {
  static func page(of bytes: [UInt8]) throws(MalformedBytes) -> QuestionPage {
    try page(of: bytes, from: .standard, site: QuestionFeed.standardSite)
  }

  static func detail(of bytes: [UInt8], fetched: Date) throws(MalformedBytes) -> CachedDetail {
    try detail(of: bytes, from: .standard, site: QuestionFeed.standardSite, fetched: fetched)
  }
}
