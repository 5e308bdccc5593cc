import Foundation
import NIOHTTP1
import Testing

@testable import Station

/// The list of recent changes, from the outside.
@Suite struct MediaWikiTests {
  private static let now = Date(timeIntervalSince1970: 1_795_200_000)

  private let feed: WikipediaFeed
  private let api: MediaWikiAPI

  init() {
    feed = WikipediaFeed(pace: .manual, seed: 1, now: { Self.now })
    api = MediaWikiAPI(feed: feed, now: { Self.now })
  }

  private struct Page: Decodable {
    struct Query: Decodable { var recentchanges: [Row] }
    struct Row: Decodable {
      var rcid: Int
      var title: String
      var type: String
      var timestamp: String
    }
    var query: Query?
    var curtimestamp: String?
    var `continue`: [String: String]?
    var error: [String: String]?

    var rows: [Row] { query?.recentchanges ?? [] }
  }

  private func ask(_ more: [String: String] = [:], path: String = "/w/api.php") throws -> Page {
    let standard = ["action": "query", "list": "recentchanges", "format": "json", "formatversion": "2"]
    let request = StationRequest(
      route: .mediaWiki, method: "GET", path: path, query: standard.merging(more) { $1 },
      headers: [(name: "User-Agent", value: "test")], client: "127.0.0.1")
    var bytes: [UInt8] = []
    bytes += api.answer(request).body.readableBytesView
    return try JSONDecoder().decode(Page.self, from: Data(bytes))
  }

  @Test func pagesContinueEachOtherWithoutHolesAndRepeats() throws {
    // Several of one second, and out of order in it.
    feed.emit(
      (0..<7).map { RecentChange(.edit(oldLength: 1, newLength: 2), title: "\($0)", date: Self.now - Double($0 / 3)) })
    var titles: [String] = []
    var more = ["rclimit": "2"]
    for _ in 0..<4 {
      let page = try ask(more)
      titles += page.rows.map(\.title)
      more.merge(page.continue ?? [:]) { $1 }
    }
    #expect(titles == ["2", "1", "0", "5", "4", "3", "6"])
    #expect(try ask(more).continue == nil)
  }

  @Test func theOldestCanComeFirst() throws {
    feed.emit(
      (0..<7).map { RecentChange(.edit(oldLength: 1, newLength: 2), title: "\($0)", date: Self.now - Double($0 / 3)) })
    var titles: [String] = []
    var more = ["rclimit": "3", "rcdir": "newer", "rcstart": "2026-11-20T18:39:59Z"]
    for _ in 0..<2 {
      let page = try ask(more)
      titles += page.rows.map(\.title)
      more.merge(page.continue ?? [:]) { $1 }
    }
    #expect(titles == ["3", "4", "5", "0", "1", "2"])
    #expect(try ask(more).continue == nil)
  }

  @Test func aSpanAndTypesCanBeAskedFor() throws {
    feed.emit([
      RecentChange(.edit(oldLength: 1, newLength: 2), title: "Old", date: Self.now - 700), .signUp("Somebody"),
      .edit("New"),
      RecentChange(.categorize, title: "Category:X", namespace: 14), .canary,
      RecentChange(.log(type: "newusers", action: "autocreate"), title: "User:Y"),
      RecentChange(.edit(oldLength: 1, newLength: 2), title: "Neu", wiki: "dewiki"),
    ])
    let page = try ask(["rcend": "2026-11-20T18:30:00Z", "rctype": "edit|new|log", "rclimit": "500"])
    #expect(page.rows.map(\.title) == ["New", "User:Somebody"])
    #expect(page.curtimestamp == "2026-11-20T18:40:00Z")
    #expect(try ask(path: "/de.wikipedia.org/w/api.php").rows.map(\.title) == ["Neu"])
  }

  @Test(arguments: [
    (["rccontinue": "yesterday"], "badcontinue"), (["rccontinue": "20261340250000|1"], "badcontinue"),
    (["rcend": "soon"], "badtimestamp"), (["list": "nothing"], "badvalue"),
  ])
  func whatCannotBeIsRefused(query: [String: String], code: String) throws {
    #expect(try ask(query).error?["code"] == code)
  }

  @Test func aQuarterOfAnHourIsInventedBeforeAnybodyListens() throws {
    let feed = WikipediaFeed(pace: .real, seed: 1, now: { Self.now })
    let changes = feed.changes(of: "enwiki")
    let oldest = try #require(changes.last)
    #expect(Self.now.timeIntervalSince(oldest.timestamp.date) > 800)
    #expect(changes.count > 1_000)
  }

  // MARK: - Revisions

  private struct Comparison: Decodable {
    struct Row: Decodable {
      var type: Int
      var lineNumber: Int?
      var text: String
    }
    var diff: [Row]?
    var source: String?
    var errorKey: String?
  }

  private func compare(_ path: String) throws -> Comparison {
    let request = StationRequest(
      route: .revision, method: "GET", path: path, query: [:], headers: [], client: "127.0.0.1")
    var bytes: [UInt8] = []
    bytes += RevisionAPI(feed: feed).answer(request).body.readableBytesView
    return try JSONDecoder().decode(Comparison.self, from: Data(bytes))
  }

  @Test func anEditHasTheSameInventedTextWheneverItIsAskedFor() throws {
    feed.emit([.edit("Page", by: 300), RecentChange(.new(length: 99), title: "Neu", wiki: "dewiki")])
    let path = "/w/rest.php/v1/revision/1200000000/compare/1300000000"
    let rows = try #require(try compare(path).diff)
    #expect(rows.map(\.text) == (try compare("/en.wikipedia.org" + path).diff ?? []).map(\.text))
    #expect(rows.contains { $0.type == 1 } && rows.contains { $0.text.contains("'''Page'''") })
    let numbers = rows.compactMap(\.lineNumber)
    #expect(numbers == Array((numbers.first ?? 0)..<(numbers.first ?? 0) + numbers.count))
    #expect(try compare("/de.wikipedia.org/w/rest.php/v1/revision/1300000001").source?.utf8.count == 99)
  }

  @Test(arguments: [
    ("1200000000/compare/1300000001", "rest-compare-nonexistent"), ("x/compare/1300000000", "rest-compare-nonexistent"),
    ("1300000000", "rest-nonexistent-revision"), ("9223372036854775807", "rest-nonexistent-revision"),
    ("1/2", "rest-no-match"),
  ])
  func whatThereIsNotIsSaidWithItsKey(path: String, key: String) throws {
    feed.emit([.edit("Page")])
    #expect(try compare("/w/rest.php/v1/revision/" + path).errorKey == key)
    #expect(Route(method: .GET, path: "/w/rest.php/v1/revision/" + path) == .revision)
  }
}
