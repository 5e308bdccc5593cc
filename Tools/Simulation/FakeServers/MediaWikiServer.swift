import Foundation
import Model
import Text

/// The APIs of the world's wikis, as far as the feed of edits asks them: the list of recent changes, and what an edit changed.
struct MediaWikiServer {
  /// The changes of all wikis, the oldest first.
  var changes: [WorldEvent]
  /// The server's time.
  var now: Date
  /// The number of rows of a page at most, whatever a client wishes.
  var rowLimit: Int
  var sabotage: PlantedFault?

  /// Returns the answer of a wiki.
  func answer(_ url: URLComponents, of host: String) -> WireAnswer {
    guard let wiki = WorldEvent.wikis[host] else { return WireAnswer(status: 404, body: []) }
    return url.path.contains("/rest.php/") ? comparison(url.path, of: wiki) : list(url, of: wiki)
  }

  /// `list=recentchanges` with `rcdir=older` (https://www.mediawiki.org/wiki/API:RecentChanges).
  private func list(_ url: URLComponents, of wiki: String) -> WireAnswer {
    let parameters = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    let end = parameters["rcend"].flatMap { try? Date($0, strategy: .iso8601) } ?? .distantPast
    // A page is continued at the first row of the next one.
    let first = parameters["rccontinue"].map { $0.split(separator: "|").compactMap { Int($0) } }
    let rows = changes.filter { $0.wiki == wiki && Double($0.second) >= end.timeIntervalSince1970.rounded(.down) }
      .filter { row in first.map { ($0.count == 2) && (row.second, row.number) <= ($0[0], $0[1]) } ?? true }
      .sorted { ($1.second, $1.number) < ($0.second, $0.number) }
      .filter { sabotage != .losesHistory || $0.number % 25 > 0 }
    let next = rows.dropFirst(rowLimit).first.map {
      #","continue":{"rccontinue":"\#($0.second)|\#($0.number)","continue":"-||"}"#
    }
    let items = rows.prefix(rowLimit).map(\.row).joined(separator: ",")
    let text =
      #"{"batchcomplete":true,"curtimestamp":"\#(JSONText.second(now))"\#(next ?? ""),"query":{"recentchanges":[\#(items)]}}"#
    return WireAnswer(status: 200, body: Array(text.utf8))
  }

  /// `v1/revision/OLD/compare/NEW` (https://www.mediawiki.org/wiki/API:REST_API/Reference#Compare_revisions).
  private func comparison(_ path: String, of wiki: String) -> WireAnswer {
    let asked = path.split(separator: "/").last.flatMap { Int($0) } ?? 0
    let revision = sabotage == .mixesTexts ? asked + 1 : asked
    let text =
      #"{"from":{"sections":[]},"to":{"sections":[]},"diff":[{"type":0,"lineNumber":1,"text":"A line."},{"type":1,"lineNumber":2,"text":"\#(Self.line(revision, wiki))"}]}"#
    return WireAnswer(status: 200, body: Array(text.utf8))
  }

  /// The line that a revision adds.
  static func line(_ revision: Int, _ wiki: String) -> String { "Revision \(revision) of \(wiki)." }
}

extension WorldEvent {
  /// The server's time in whole seconds, by which the list is sorted.
  var second: Int { Int(time.timeIntervalSince1970.rounded(.down)) }

  /// What changes' stream and list say of its kind.
  var form: (type: String, namespace: Int, action: (type: String, action: String)?) {
    switch kind {
    case .newuser: ("log", 2, ("newusers", "create"))
    case .special: ("log", 0, ("block", "block"))
    case .talk: ("edit", 1, nil)
    default: ("edit", 0, nil)
    }
  }

  /// The title with its namespace.
  var pageName: String { kind == .newuser ? "User:\(title)" : title }

  /// Its row in the list of recent changes, without what the program does not read.
  fileprivate var row: String {
    let (type, namespace, action) = form
    let log = action.map { #","logtype":"\#($0.type)","logaction":"\#($0.action)""# } ?? ""
    let (new, old) = type == "edit" ? (revision, revision - 1) : (0, 0)
    let tags = isReverted ? #""mobile edit","mw-reverted""# : ""
    return
      #"{"type":"\#(type)","ns":\#(namespace),"title":\#(JSONText.quoted(pageName)),"rcid":\#(number),"revid":\#(new),"old_revid":\#(old),"oldlen":5000,"newlen":\#(5000 + lengthChange),"timestamp":"\#(JSONText.second(time))"\#(log),"tags":[\#(tags)]}"#
  }
}
