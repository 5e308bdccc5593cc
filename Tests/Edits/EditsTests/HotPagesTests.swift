import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Pages by their different editors.
@Suite struct HotPagesTests {
  private static let start = Date(timeIntervalSince1970: 1_795_200_000)

  private static func edit(
    _ title: SafeText, by user: SafeText?, at second: Double, wiki: String = "enwiki", isBot: Bool = false
  ) -> RecentEvent {
    let edit = WikiEdit(
      revision: WikiRevision(wiki: wiki, old: nil, new: Int(second) + 1), user: user, isBot: isBot)
    return RecentEvent(
      id: Int(second), event: WikiEvent(kind: .unspecified, title: title, time: nil, wiki: wiki, edit: edit),
      time: start + second)
  }

  private func hottest(_ pages: HotPages, at second: Double) -> [String] {
    pages.hottest(at: Self.start + second).map { "\($0.id.title.string) \($0.recentEditors) \($0.editors)" }
  }

  @Test func differentEditorsAreCountedInBothSpans() {
    var pages = HotPages()
    for (title, user, second) in [
      ("A", "u", 0.0), ("A", "v", 100), ("A", "u", 200), ("A", "w", 300), ("B", "u", 400), ("B", "v", 401),
      ("C", "u", 402),
    ] as [(SafeText, SafeText, Double)] {
      pages.count(Self.edit(title, by: user, at: second))
    }
    #expect(hottest(pages, at: 500) == ["A 3 3", "B 2 2"])
    // Ten minutes after 300 w is no recent editor any more, v and u were before.
    #expect(hottest(pages, at: 950) == ["B 2 2", "A 0 3"])
    #expect(hottest(pages, at: 3_750) == ["B 0 2", "A 0 2"])
    #expect(hottest(pages, at: 5_000) == [])
  }

  @Test func botsAndHiddenUsersDoNotCountAndWikisAreApart() {
    var pages = HotPages()
    pages.count(Self.edit("A", by: "u", at: 0))
    pages.count(Self.edit("A", by: "bot", at: 1, isBot: true))
    pages.count(Self.edit("A", by: nil, at: 2))
    pages.count(Self.edit("A", by: "v", at: 3, wiki: "dewiki"))
    pages.count(
      RecentEvent(id: 9, event: WikiEvent(kind: .unspecified, title: "A", time: nil, wiki: "enwiki"), time: Self.start))
    #expect(hottest(pages, at: 10) == [])
    pages.count(Self.edit("A", by: "w", at: 4, wiki: "dewiki"))
    #expect(pages.hottest(at: Self.start + 10).map(\.id.wiki) == ["dewiki"])
  }

  @Test func theLatestEditIsKeptInAnyOrder() {
    var pages = HotPages()
    for second in [5.0, 1, 9, 3] { pages.count(Self.edit("A", by: "u\(Int(second))", at: second)) }
    #expect(pages.hottest(at: Self.start + 10).first?.latest.id == 9)
    // An earlier edit by somebody who has edited later changes nothing.
    pages.count(Self.edit("A", by: "u9", at: 2))
    #expect(hottest(pages, at: 605) == ["A 1 4"])
  }

  @Test func aPageHasABoundedNumberOfEditors() {
    var pages = HotPages()
    for number in 0..<1_000 { pages.count(Self.edit("A", by: "u\(number)", at: Double(number))) }
    #expect(hottest(pages, at: 1_000) == ["A 64 64"])
    // The latest ones are kept, so that the count ends with them.
    #expect(hottest(pages, at: 1_000 + 600 - 32) == ["A 31 64"])
  }

  @Test func pagesWithFewEditorsMakeRoom() {
    var pages = HotPages()
    for user in ["u", "v", "w"] as [SafeText] { pages.count(Self.edit("Hot", by: user, at: 0)) }
    for number in 0..<100_000 {
      pages.count(Self.edit("Page \(number)", by: "u", at: 1 + Double(number) / 1_000))
      #expect(pages.pageCount <= 2 * HotPages.pageLimit)
    }
    #expect(hottest(pages, at: 110) == ["Hot 3 3"])
    #expect(pages.dropCount > 90_000)
  }

  /// The error that docs/decisions/edit-counts.md tells: an hour of all wikis, whose pages are edited as unevenly as real ones
  /// (a page's share falls with its rank, Zipf's law), and twelve times of what is edited now.
  @Test(arguments: [40.0, 500.0]) func theHottestAreFoundAndTheirCountsAreNearlyExact(rate: Double) {
    var pages = HotPages()
    var random = HotRandom(state: 42)
    var exact: [SafeText: [Int: Double]] = [:]
    let end = 1_200.0
    let titles = (0..<60_000).map { SafeText(oneLine: "Page \($0)") }
    let users = (0..<20_000).map { SafeText(oneLine: "User \($0)") }
    for number in 0..<Int(end * rate) {
      let second = Double(number) / rate
      // The inverse of a Zipf distribution with exponent 1.
      let rank = Int(exp(Double.random(in: 0..<1, using: &random) * log(Double(titles.count)))) - 1
      let user = Int.random(in: 0..<users.count, using: &random)
      pages.count(Self.edit(titles[rank], by: users[user], at: second))
      exact[titles[rank], default: [:]][user] = second
    }
    func recent(_ title: SafeText) -> Int {
      min(HotPages.editorLimit, exact[title, default: [:]].values.count { $0 > end - HotPages.recentSpan })
    }
    let found = pages.hottest(at: Self.start + end).prefix(20)
    let best = exact.keys.map(recent).sorted(by: >).prefix(20)
    #expect(found.map { recent($0.id.title) }.sorted(by: >) == Array(best))
    for page in found { #expect(page.recentEditors == recent(page.id.title)) }
  }
}

private struct HotRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
