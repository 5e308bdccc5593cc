import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

private let start = Date(timeIntervalSince1970: 1_800_000_000)

/// The wikis to choose from: what is known at once, what the cache has, and what is asked for.
@Suite struct WikiDirectoryTests {
  private let scheduler = TestScheduler(startDate: start)
  private let source = ListedWikis()
  private let cache = MemoryWikiCache()

  private func directory(of origin: Origin = .live, server: SafeText? = "https://stream.example") -> WikiDirectory {
    let directory = WikiDirectory(of: origin, source: source, cache: cache, server: server, on: scheduler)
    scheduler.advance()
    return directory
  }

  private static let listed = [Wiki("scnwiki", "Sicilian", "sicilianu"), Wiki("dewiki", "Allemannisch")]

  @Test func theLargestAreThereAtOnceAndTheOthersFollow() {
    let directory = directory()
    #expect(directory.state.value == WikiDirectory.State(isLoading: true))
    source.answer(.success(Self.listed))
    #expect(directory.state.value.isLoading, "it changes on the interface's thread")
    scheduler.advance()
    #expect(directory.state.value == WikiDirectory.State(wikis: Wiki.known + [Self.listed[0]]))
    #expect(cache.kept["https://stream.example"] == CachedWikis(Self.listed, fetched: start))
    #expect(source.askedOrigins.value == [.live])
  }

  @Test(arguments: [(0, 0), (604_799, 0), (604_800, 1), (-1, 1)] as [(TimeInterval, Int)])
  func aListIsUsedForAWeek(age: TimeInterval, requests: Int) {
    cache.keep(CachedWikis(Self.listed, fetched: start - age), of: "https://stream.example")
    let directory = directory()
    #expect(source.askedOrigins.value.count == requests)
    #expect(directory.state.value == WikiDirectory.State(wikis: Wiki.known + [Self.listed[0]], isLoading: requests > 0))
  }

  @Test func aFailureIsToldAndLeavesWhatIsKnown() {
    var directory = directory()
    source.answer(.failure(unreachable))
    scheduler.advance()
    #expect(directory.state.value == WikiDirectory.State(trouble: unreachable))
    cache.keep(CachedWikis(Self.listed, fetched: start - 1e6), of: "https://stream.example")
    directory = self.directory()
    source.answer(.failure(unreachable))
    scheduler.advance()
    #expect(directory.state.value == WikiDirectory.State(wikis: Wiki.known + [Self.listed[0]], trouble: unreachable))
    #expect(source.askedOrigins.value.count == 2, "each time it is opened")
  }

  @Test func theRequestEndsWithIt() {
    var directory: WikiDirectory? = directory()
    #expect(source.isWaiting && directory != nil)
    directory = nil
    #expect(!source.isWaiting)
  }

  @Test func whatTheDemonstrationListsIsNotKept() {
    let viewModel = WikipediaViewModel(
      feed: ScriptedFeed(origin: .demo), server: Property(value: "https://stream.example"), cache: cache,
      scheduler: scheduler)
    let directory = viewModel.wikiDirectory()
    scheduler.advance()
    #expect(cache.askedServers.value.isEmpty && directory.state.value.trouble != nil)
  }

  // MARK: - What is typed

  @Test func wordsFindWhatIsListed() {
    let wikis = Wiki.known + Self.listed
    func names(_ text: SafeText) -> [[String]] {
      WikiWords(text, among: wikis).suggestions(current: .english).map(\.selection.names)
    }
    #expect(names("scn") == [["scnwiki"]])
    #expect(names("sicil") == [["scnwiki"]])
    #expect(names("en sicilianu") == [["enwiki", "scnwiki"]])
    #expect(WikiWords("scn, de", among: wikis).selection == WikiSelection(["scnwiki", "dewiki"]))
    #expect(WikiWords("sicilian de").mistake == "no wiki is called sicilian", "before the list is there")
    #expect(names("sicil").count == 1 && names("").count > 60)
  }
}

/// Answers a list of wikis when a test says so.
private final class ListedWikis: WikiEditSource {
  let askedOrigins = MutableProperty<[Origin]>([])
  private let waiting = MutableProperty<Signal<[Wiki], ServiceError>.Observer?>(nil)

  var isWaiting: Bool { waiting.value != nil }

  func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> {
    SignalProducer { [self] observer, lifetime in
      askedOrigins.modify { $0.append(origin) }
      waiting.value = observer
      lifetime.observeEnded { [waiting] in waiting.value = nil }
    }
  }

  func answer(_ result: Result<[Wiki], ServiceError>) {
    let observer = waiting.value
    switch result {
    case .success(let wikis):
      observer?.send(value: wikis)
      observer?.sendCompleted()
    case .failure(let error): observer?.send(error: error)
    }
  }
}

final class MemoryWikiCache: WikiCache {
  private let lists = MutableProperty<[SafeText: CachedWikis]>([:])
  let askedServers = MutableProperty<[SafeText]>([])

  var kept: [SafeText: CachedWikis] { lists.value }

  func wikis(of server: SafeText) -> SignalProducer<CachedWikis?, Never> {
    SignalProducer { [self] in
      askedServers.modify { $0.append(server) }
      return lists.value[server]
    }
  }

  func keep(_ wikis: CachedWikis, of server: SafeText) { lists.modify { $0[server] = wikis } }
}
