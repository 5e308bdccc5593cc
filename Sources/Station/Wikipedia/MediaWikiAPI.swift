import Foundation
import NIOCore
import NIOHTTP1
import Text

/// The part of MediaWiki's API that the program uses: `list=recentchanges` and others for the feed's events, and the list of
/// wikis (`action=sitematrix`), at the address of any wiki.
///
/// Source: https://www.mediawiki.org/wiki/API:RecentChanges, and wikimedia/mediawiki includes/Api/ApiQueryRecentChanges.php
/// for the continuation. The differences to the real one: rows have all their fields, whatever `rcprop` says, and only
/// `formatversion=2` is supported.
struct MediaWikiAPI {
  private static let path = "/w/api.php"

  let feed: WikipediaFeed
  let now: @Sendable () -> Date

  /// Returns whether a path is that of a wiki's API: `/w/api.php` for the English Wikipedia, `/de.wikipedia.org/w/api.php`
  /// for another wiki.
  static func isPath(_ path: String) -> Bool {
    path == Self.path
      || path.ends(with: Self.path) && path.dropLast(Self.path.count).lastIndex(of: "/") == path.startIndex
  }

  func answer(_ request: StationRequest) -> Response {
    guard let agent = request.header("User-Agent"), !agent.isEmpty else {
      return .text(.forbidden, "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.")
    }
    if request.query["action"] == "sitematrix" { return Self.json(SiteMatrixPage.demo) }
    guard let wiki = Self.wiki(at: request.path) else { return .text(.notFound, "There is no such wiki here.") }
    do throws(MediaWikiFailure) {
      if request.query["action"] == "compare" { return try comparison(request.query, of: wiki) }
      if request.query["list"] == "usercontribs" {
        return Self.json(contributions(of: request.query["ucuser"] ?? "", request.query, on: wiki))
      }
      return try Self.json(changes(of: wiki, RecentChangesQuery(request.query)))
    } catch {
      return Self.response(to: error)
    }
  }

  private static func wiki(at path: String) -> String? {
    wiki(ofHost: path.dropLast(Self.path.count).drop { $0 == "/" })
  }

  /// Returns the wiki of a host; the English Wikipedia if none is given.
  static func wiki(ofHost host: Substring) -> String? {
    guard !host.isEmpty else { return "enwiki" }
    return (["enwiki"] + EditWords.demo.otherWikis).first { EventStreamFormat.domain(ofWiki: $0) == host }
  }

  private func changes(of wiki: String, _ query: RecentChangesQuery) -> MediaWikiPage {
    let time = Timestamp(now())
    let changes = feed.changes(of: wiki).filter { query.wants($0) }
    let wanted = query.isNewestFirst ? changes : changes.reversed()
    let page = wanted.prefix(query.limit)
    let reverted = feed.reverted(on: wiki)
    let next = wanted.count > page.count ? wanted[page.count] : nil
    return MediaWikiPage(
      curtimestamp: time.iso8601Seconds,
      continue: next.map { MediaWikiPage.Continuation(rccontinue: RecentChangesQuery.Key($0).text) },
      query: MediaWikiPage.Query(recentchanges: page.map { MediaWikiPage.Row($0, reverted: reverted) }))
  }

  /// Returns the edits of a user in the feed.
  private func contributions(of user: String, _ query: [String: String], on wiki: String) -> ContributionsPage {
    let limit = min(500, max(1, query["uclimit"].flatMap { Int($0) } ?? 10))
    let rows = feed.changes(of: wiki).lazy.filter { $0.change.user == user }.compactMap(ContributionsPage.Row.init)
    return ContributionsPage(query: ContributionsPage.Query(usercontribs: Array(rows.prefix(limit))))
  }

  /// Returns the changes of an edit in the feed, as rows of a table.
  private func comparison(_ query: [String: String], of wiki: String) throws(MediaWikiFailure) -> Response {
    guard let event = query["torev"].flatMap({ Int($0) }).flatMap({ feed.change(toRevision: $0, of: wiki) }),
      query["fromrev"] == "\(event.oldRevision)", let diff = InventedDiff(event), diff.source == nil
    else { throw MediaWikiFailure(code: "nosuchrevid", info: "There is no revision with ID 0.") }
    return Self.json(ComparedPage(compare: ComparedPage.Body(body: diff.table)))
  }

  private static func json(_ page: some Encodable) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do {
      return .json(try encoder.encode(page))
    } catch {
      preconditionFailure("texts and whole numbers have no value that JSON cannot hold: \(error)")
    }
  }

  private static func response(to failure: MediaWikiFailure) -> Response {
    var response = Response.json(
      Data(#"{"error":{"code":"\#(failure.code)","info":"\#(failure.info)"},"servedby":"station"}"#.utf8))
    response.headers.replaceOrAdd(name: "MediaWiki-API-Error", value: failure.code)
    return response
  }
}

private struct ContributionsPage: Encodable {
  struct Query: Encodable {
    var usercontribs: [Row]
  }

  struct Row: Encodable {
    var user: String
    var revid: Int
    var parentid: Int
    var ns: Int
    var title: String
    var timestamp: String
    var new: Bool
    var minor: Bool
    var comment: String
    var size: Int
    var sizediff: Int

    /// - Returns: `nil` for an event that is not an edit.
    init?(_ event: FeedEvent) {
      let change = event.change
      switch change.kind {
      case .edit(let old, let length):
        (new, parentid, size, sizediff) = (false, event.oldRevision, length, length - old)
      case .new(let length): (new, parentid, size, sizediff) = (true, 0, length, length)
      case .log, .categorize, .canary, .note: return nil
      }
      (user, ns, title, comment, minor) = (change.user, change.namespace, change.title, change.comment, change.isMinor)
      revid = event.newRevision
      timestamp = event.timestamp.iso8601Seconds
    }
  }

  var batchcomplete = true
  var query: Query
}

private struct ComparedPage: Encodable {
  struct Body: Encodable {
    var body: String
  }

  var compare: Body
}

/// An error of the API, which is returned with HTTP 200. Neither part contains a character that JSON escapes.
struct MediaWikiFailure: Error {
  var code: String
  var info: String
}

/// A request for the list of recent changes.
struct RecentChangesQuery {
  /// The position of a row in the list, by its second, and within a second by its number.
  struct Key: Comparable {
    var time: Timestamp
    var number: Int

    static func < (a: Key, b: Key) -> Bool {
      (a.time.milliseconds, a.number) < (b.time.milliseconds, b.number)
    }

    init(_ event: FeedEvent) {
      time = Timestamp(milliseconds: event.timestamp.seconds * 1_000)
      number = event.number
    }

    /// Parses `20261121200030|2100000047`.
    init?(_ text: String) {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].count == 14, let number = Int(parts[1]) else { return nil }
      let digits = Array(parts[0])
      guard digits.allSatisfy(\.isWholeNumber) else { return nil }
      func part(_ range: Range<Int>) -> String { String(digits[range]) }
      let day = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
      guard let time = Timestamp(iso8601: day + "T" + part(8..<10) + ":" + part(10..<12) + ":" + part(12..<14) + "Z")
      else {
        return nil
      }
      (self.time, self.number) = (time, number)
    }

    var text: String { time.iso8601Seconds.filter(\.isWholeNumber) + "|\(number)" }
  }

  private let newest: Timestamp?
  private let oldest: Timestamp?
  private let types: Set<Substring>
  /// Whether the newest row comes first; otherwise the oldest.
  let isNewestFirst: Bool
  private let begin: Key?
  let limit: Int

  init(_ query: [String: String]) throws(MediaWikiFailure) {
    guard query["action"] == "query", query["list"] == "recentchanges", query["format"] == "json",
      query["formatversion"] == "2"
    else {
      throw MediaWikiFailure(code: "badvalue", info: "This station answers list=recentchanges in formatversion 2 only.")
    }
    func time(_ name: String) throws(MediaWikiFailure) -> Timestamp? {
      guard let text = query[name], text != "now" else { return nil }
      guard let time = Timestamp(iso8601: text) else {
        throw MediaWikiFailure(code: "badtimestamp", info: "Invalid value for timestamp parameter \(name).")
      }
      return time
    }
    isNewestFirst = query["rcdir"] != "newer"
    newest = try time(isNewestFirst ? "rcstart" : "rcend")
    oldest = try time(isNewestFirst ? "rcend" : "rcstart")
    types = Set((query["rctype"] ?? "edit|new|log|categorize").split(separator: "|"))
    limit = min(500, max(1, query["rclimit"].flatMap { Int($0) } ?? 10))
    begin = query["rccontinue"].flatMap { Key($0) }
    if query["rccontinue"] != nil, begin == nil {
      throw MediaWikiFailure(
        code: "badcontinue",
        info: "Invalid continue param. You should pass the original value returned by the previous query.")
    }
  }

  func wants(_ event: FeedEvent) -> Bool {
    let key = Key(event)
    if let newest, key.time > newest { return false }
    if let oldest, key.time < oldest { return false }
    if let begin, isNewestFirst ? key > begin : key < begin { return false }
    return types.contains(event.typeName[...])
  }
}

extension FeedEvent {
  /// The type's name in the list of recent changes.
  fileprivate var typeName: String {
    switch change.kind {
    case .edit: "edit"
    case .new: "new"
    case .log: "log"
    case .categorize: "categorize"
    case .canary, .note: ""
    }
  }
}

/// A page of the list; `nil` is left out.
private struct MediaWikiPage: Encodable {
  struct Continuation: Encodable {
    var rccontinue: String
    var `continue` = "-||"
  }

  struct Query: Encodable {
    var recentchanges: [Row]
  }

  struct Row: Encodable {
    var type: String
    var ns: Int
    var title: String
    var pageid: Int
    var revid: Int
    var oldRevid: Int
    var rcid: Int
    var user: String
    var userid: Int
    var temp: Bool?
    var bot: Bool
    var new: Bool
    var minor: Bool
    var oldlen: Int
    var newlen: Int
    var timestamp: String
    var comment: String
    var logid: Int?
    var logtype: String?
    var logaction: String?
    var tags: [String] = []

    /// - Parameter reverted: The revisions that have been reverted.
    init(_ event: FeedEvent, reverted: Set<Int>) {
      let change = event.change
      type = event.typeName
      ns = change.namespace
      title = change.title
      pageid = Int(change.title.stableHash % 80_000_000) + 1
      rcid = event.number
      user = change.user
      userid = Int(change.user.stableHash % 40_000_000) + 1
      if change.user.begins(with: "~") { temp = true }
      bot = change.isBot
      minor = change.isMinor
      timestamp = event.timestamp.iso8601Seconds
      comment = change.comment
      (revid, oldRevid, new, oldlen, newlen) = (0, 0, false, 0, 0)
      if change.reverts != nil { tags.append("mw-rollback") }
      if reverted.contains(event.newRevision) { tags.append("mw-reverted") }
      switch change.kind {
      case .edit(let old, let length):
        (revid, oldRevid, oldlen, newlen) = (event.newRevision, event.oldRevision, old, length)
      case .new(let length): (revid, new, newlen) = (event.newRevision, true, length)
      case .log(let type, let action): (logid, logtype, logaction) = (event.logNumber, type, action)
      case .categorize, .canary, .note: break
      }
    }
  }

  var batchcomplete = true
  var curtimestamp: String
  var `continue`: Continuation?
  var query: Query
}
