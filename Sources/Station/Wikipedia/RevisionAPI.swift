import Foundation
import NIOHTTP1

/// The part of MediaWiki's REST API that the program uses: a revision with its text, and the difference of two.
///
/// Sources: https://www.mediawiki.org/wiki/API:REST_API/Reference and wikimedia/mediawiki-php-wikidiff2
/// src/lib/InlineJSONFormatter.cpp. The difference to the real one: only an edit in the feed can be requested, while the feed
/// stores it.
struct RevisionAPI {
  private static let mark = "/w/rest.php/"

  let feed: WikipediaFeed

  /// Returns whether a path belongs to a wiki's REST API: `/w/rest.php/…` for the English Wikipedia,
  /// `/de.wikipedia.org/w/rest.php/…` for another wiki.
  static func isPath(_ path: String) -> Bool {
    guard let range = path.range(of: mark) else { return false }
    return !path[..<range.lowerBound].dropFirst().contains("/")
  }

  func answer(_ request: StationRequest) -> Response {
    guard let range = request.path.range(of: Self.mark),
      let wiki = MediaWikiAPI.wiki(ofHost: request.path[..<range.lowerBound].drop { $0 == "/" })
    else { return .text(.notFound, "There is no such wiki here.") }
    let parts = request.path[range.upperBound...].split(separator: "/")
    switch parts.count {
    case 3 where parts.starts(with: ["v1", "revision"]): return revision(String(parts[2]), of: wiki)
    case 5 where parts.starts(with: ["v1", "revision"]) && parts[3] == "compare":
      return comparison(from: String(parts[2]), to: String(parts[4]), of: wiki)
    default:
      return Self.failure(.notFound, "rest-no-match", "The requested relative path did not match any known handler")
    }
  }

  private func revision(_ id: String, of wiki: String) -> Response {
    guard let event = Int(id).flatMap({ feed.change(toRevision: $0, of: wiki) }) else {
      return Self.failure(.notFound, "rest-nonexistent-revision", "The specified revision does not exist.")
    }
    let change = event.change
    guard let source = InventedDiff(event)?.source else {
      return Self.failure(.notFound, "rest-nonexistent-revision", "The station knows only the text of new pages.")
    }
    return Self.json(
      Revision(
        id: event.newRevision, size: source.utf8.count, minor: change.isMinor,
        timestamp: event.timestamp.iso8601Seconds, comment: change.comment, source: source))
  }

  private func comparison(from old: String, to new: String, of wiki: String) -> Response {
    guard let event = Int(new).flatMap({ feed.change(toRevision: $0, of: wiki) }), Int(old) == event.oldRevision,
      let diff = InventedDiff(event), diff.source == nil
    else {
      return Self.failure(
        .notFound, "rest-compare-nonexistent", "The revision specified by the to parameter does not exist.")
    }
    return Self.json(Comparison(diff, of: event))
  }

  private static func failure(_ status: HTTPResponseStatus, _ key: String, _ sentence: String) -> Response {
    json(
      Failure(
        errorKey: key, messageTranslations: ["en": sentence], httpCode: Int(status.code),
        httpReason: status.reasonPhrase), status)
  }

  private static func json(_ value: some Encodable, _ status: HTTPResponseStatus = .ok) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return .json(try encoder.encode(value), status)
    } catch {
      preconditionFailure("texts and whole numbers have no value that JSON cannot hold: \(error)")
    }
  }
}

private struct Failure: Encodable {
  var errorKey: String
  var messageTranslations: [String: String]
  var httpCode: Int
  var httpReason: String
}

private struct Revision: Encodable {
  var id: Int
  var size: Int
  var minor: Bool
  var timestamp: String
  var comment: String
  var source: String
}

/// A difference as it is sent; `nil` is left out, while the real one sends `null`.
private struct Comparison: Encodable {
  struct Section: Encodable {
    var level = 2
    var heading: String
    var offset = 0
  }

  struct Side: Encodable {
    var id: Int
    var slotRole = "main"
    var sections: [Section]

    private enum CodingKeys: String, CodingKey {
      case id, sections
      case slotRole = "slot_role"
    }
  }

  struct Offset: Encodable {
    var from: Int?
    var to: Int?
  }

  struct HighlightRange: Encodable {
    var start: Int
    var length: Int
    var type: Int
  }

  struct Row: Encodable {
    var type: Int
    var lineNumber: Int?
    var text: String
    var offset: Offset
    var highlightRanges: [HighlightRange]?
  }

  var from: Side
  var to: Side
  var diff: [Row] = []

  init(_ diff: InventedDiff, of event: FeedEvent) {
    let sections = [Section(heading: "== \(diff.section) ==")]
    from = Side(id: event.oldRevision, sections: sections)
    to = Side(id: event.newRevision, sections: sections)
    var number = diff.firstLine
    var (old, new) = (0, 0)
    for row in diff.rows {
      var next: Row
      switch row {
      case .context(let text): next = Row(type: 0, text: text, offset: Offset(from: old, to: new))
      case .added(let text): next = Row(type: 1, text: text, offset: Offset(to: new))
      case .removed(let text): next = Row(type: 2, text: text, offset: Offset(from: old))
      case .changed(let parts):
        next = Row(type: 3, text: "", offset: Offset(from: old, to: new), highlightRanges: [])
        for part in parts {
          if part.mark != .same {
            next.highlightRanges?.append(
              HighlightRange(
                start: next.text.utf8.count, length: part.text.utf8.count, type: part.mark == .added ? 0 : 1))
          }
          next.text += part.text
        }
      }
      if next.type != 2 {
        next.lineNumber = number
        number += 1
      }
      let size = next.text.utf8.count + 1
      if next.offset.from != nil { old += size }
      if next.offset.to != nil { new += size }
      self.diff.append(next)
    }
  }
}
