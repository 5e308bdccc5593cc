import Foundation
import Model
import NetTesting
import SignalsTesting
import Testing
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// The lists of several wikis in one order of time.
@Suite struct MergedChangesTests {
  private static let start = Date(timeIntervalSince1970: 1_795_200_000)

  private static func event(_ title: SafeText, at second: Int) -> WikiEvent {
    WikiEvent(kind: .unspecified, title: title, time: start + Double(second))
  }

  private static func continuation(_ text: String) -> RecentChangesPage.Continuation {
    RecentChangesPage.Continuation(fields: ["rccontinue": text])
  }

  /// Answers each question from pages by wiki, and returns the titles as they are sent.
  private func merged(
    _ pages: [String: [[(SafeText, Int)]]], drift: TimeInterval = 0
  ) throws -> (parts: [[String]], asked: [String]) {
    var merged = MergedChanges(pages.keys.sorted(), since: Self.start)
    var numbers: [String: Int] = [:]
    var (parts, asked): ([[String]], [String]) = ([], [])
    while let ask = merged.next, asked.count < 100 {
      asked.append(ask.wiki)
      let number = numbers[ask.wiki, default: 0]
      numbers[ask.wiki] = number + 1
      let wikis = try #require(pages[ask.wiki])
      let events = merged.take(
        MergedChanges.Answer(
          to: ask, wikis[number].map { Self.event($0.0, at: $0.1) },
          continuation: number + 1 < wikis.count ? Self.continuation("\(number)") : nil, drift: drift))
      if !events.isEmpty { parts.append(events.map(\.title.string)) }
    }
    return (parts, asked)
  }

  @Test func theWikiThatIsFurthestBehindIsAskedNext() throws {
    let (parts, asked) = try merged([
      "a": [[("a1", 1), ("a2", 10)], [("a3", 20)]],
      "b": [[("b1", 2), ("b2", 3)], [("b3", 4), ("b4", 15)], [("b5", 30)]],
    ])
    #expect(asked == ["a", "b", "b", "a", "b"])
    #expect(parts == [["a1", "b1", "b2"], ["b3", "a2"], ["b4"], ["a3", "b5"]])
  }

  @Test func allIsSentOnceAndInOrder() throws {
    let pages = (0..<5).map { wiki in
      (0..<7).map { page in
        (0..<9).map { (SafeText(oneLine: "\(wiki).\(page).\($0)"), page * 100 * (wiki + 1) + $0 * 3) }
      }
    }
    let wikis = Dictionary(uniqueKeysWithValues: pages.enumerated().map { ("w\($0.offset)", $0.element) })
    let titles = try merged(wikis).parts.flatMap(\.self)
    #expect(titles.count == 5 * 7 * 9 && Set(titles).count == titles.count)
    let times = Dictionary(uniqueKeysWithValues: pages.flatMap(\.self).flatMap(\.self).map { ($0.0.string, $0.1) })
    let order = titles.map { times[$0] ?? -1 }
    #expect(order == order.sorted())
  }

  @Test func aRepeatedContinuationIsTheEnd() throws {
    var merged = MergedChanges(["a"], since: Self.start)
    let same = Self.continuation("same")
    for expected in [true, false] {
      let ask = try #require(merged.next)
      _ = merged.take(MergedChanges.Answer(to: ask, [Self.event("x", at: 1)], continuation: same))
      #expect((merged.next != nil) == expected)
    }
  }

  @Test func aWrongClockIsCorrectedOnce() throws {
    var merged = MergedChanges(["a"], since: Self.start)
    let first = try #require(merged.next)
    #expect(
      merged.take(MergedChanges.Answer(to: first, [Self.event("early", at: 1)], continuation: nil, drift: -3_600)) == []
    )
    let second = try #require(merged.next)
    #expect(second.start == Self.start - 3_600)
    let answer = MergedChanges.Answer(to: second, [Self.event("right", at: -5)], continuation: nil, drift: -3_600)
    #expect(merged.take(answer).map(\.title) == ["right"])
    #expect(merged.next == nil)
  }

  @Suite(.timeLimit(.minutes(2))) struct ByRequests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    @Test func thePagesOfTheStationAreReadFromTheOldestOn() async throws {
      let station = bench.station.wikipedia
      // More than two pages.
      for number in 0..<1_200 {
        station.emit(.edit("\(number)"))
        if number % 100 == 99 { bench.clock.advance(by: .seconds(5)) }
      }
      let client = MediaWikiClient(
        address: try #require(MediaWikiAddress(bench.address.mediaWikiURL.absoluteString)), transport: bench.transport,
        clock: bench.clock)
      var listening = Listening(client.changes(of: ["enwiki"], since: TestBench.start + 5))
      var titles: [String] = []
      while true {
        let event = try await listening.next()
        guard let part = event.value else {
          #expect(event.error == nil)
          break
        }
        titles += part.map(\.title.string)
      }
      #expect(titles == (100..<1_200).map { "\($0)" })
      let requests = bench.station.requests.recent
      #expect(requests.count == 3 && requests.allSatisfy { $0.query["rcdir"] == "newer" && $0.query["rcend"] == nil })
      #expect(requests.first?.query["rcstart"] == "2026-11-20T18:40:05Z")
    }
  }
}
