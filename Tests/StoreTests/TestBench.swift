import Foundation
import Model
import Signals
import Testing
import Text

@testable import Store

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
  /// Keeps changes, and returns when they are in the file.
  func keepNow(_ changes: StateChange...) {
    for change in changes { keep(change) }
    #expect(flush(within: 30))
  }
}

extension CacheDatabase {
  func keepNow(_ questions: CachedQuestions, of feed: QuestionFeed) {
    keep(questions, of: feed)
    #expect(flush(within: 30))
  }

  func keepNow(_ detail: CachedDetail, site: String = QuestionFeed.standardSite) {
    keep(detail, site: site)
    #expect(flush(within: 30))
  }
}

/// Collects what a person is told.
final class Told: Sendable {
  private let sentences = MutableProperty<[String]>([])

  init(_ notices: Signal<SafeText, Never>) {
    notices.observeValues { [sentences] notice in sentences.modify { $0.append(notice.string) } }
  }

  var all: [String] { sentences.value }

  /// The first sentences, as soon as there are so many.
  func first(_ count: Int) async -> [String] {
    await sentences.producer.filter { $0.count >= count }.take(first: 1).only
  }
}
