import Foundation
import NIOCore

/// The format of events in EventStreams. Source: schema mediawiki/recentchange/1.0.0,
/// https://schema.wikimedia.org/#!/primary/jsonschema/mediawiki/recentchange.
enum EventStreamFormat {
  static let contentType = "text/event-stream; charset=utf-8"

  /// The bytes that the real service sends before the first event.
  static let prologue = ByteBuffer(string: ":ok\n\n")

  private static let schema = "/mediawiki/recentchange/1.0.0"
  private static let topic = "eqiad.mediawiki.recentchange"

  static func encode(_ event: FeedEvent) -> ByteBuffer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json: Data
    do {
      json = try encoder.encode(Message(event))
    } catch {
      preconditionFailure("texts and whole numbers have no value that JSON cannot hold: \(error)")
    }
    let id = #"[{"topic":"\#(topic)","partition":0,"timestamp":\#(event.timestamp.milliseconds)}]"#
    var buffer = ByteBuffer(string: "event: message\nid: \(id)\ndata: ")
    // The one name that Swift cannot spell comes first.
    buffer.writeString(#"{"$schema":"\#(schema)","#)
    buffer.writeBytes(json.dropFirst())
    buffer.writeString("\n\n")
    return buffer
  }

  /// Returns the time in an event id. Of several topics, which the real service has, the latest counts.
  static func timestamp(ofEventID id: String) -> Timestamp? {
    struct Place: Decodable {
      var topic: String
      var timestamp: Int64?
    }
    let places = try? JSONDecoder().decode([Place].self, from: Data(id.utf8))
    return places?.compactMap(\.timestamp).max().map(Timestamp.init(milliseconds:))
  }

  /// The `data` of an event without its schema; names in snake case. `nil` is left out.
  private struct Message: Encodable {
    struct Meta: Encodable {
      var uri: String?
      var requestID: String
      var id: String
      var domain: String
      var stream = "mediawiki.recentchange"
      var dt: String
      var topic = EventStreamFormat.topic
      var partition = 0
      var offset: Int
    }
    struct Sizes: Encodable {
      var old: Int?
      var new: Int?
    }

    var meta: Meta
    var id: Int?
    var type: String?
    var namespace: Int?
    var title: String?
    var titleURL: String?
    var comment: String?
    var parsedcomment: String?
    var timestamp: Int64?
    var user: String?
    var bot: Bool?
    var minor: Bool?
    var patrolled: Bool?
    var length: Sizes?
    var revision: Sizes?
    var logID: Int?
    var logType: String?
    var logAction: String?
    var serverURL: String?
    var serverName: String?
    var serverScriptPath: String?
    var wiki: String?

    init(_ event: FeedEvent) {
      let change = event.change
      let id = (change.id ?? UUID()).uuidString.lowercased()
      meta = Meta(
        requestID: id, id: id, domain: "canary", dt: event.timestamp.iso8601, offset: 6_000_000_000 + event.sequence)
      if change.kind == .canary { return }

      let domain = EventStreamFormat.domain(ofWiki: change.wiki)
      let page = change.title.replacing(" ", with: "_")
      let url = "https://\(domain)/wiki/" + (page.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? page)
      meta.domain = domain
      meta.uri = url
      title = change.title
      titleURL = url
      namespace = change.namespace
      comment = change.comment
      parsedcomment = change.comment.entityEncoded
      timestamp = event.timestamp.seconds
      user = change.user
      bot = change.isBot
      serverURL = "https://" + domain
      serverName = domain
      serverScriptPath = "/w"
      wiki = change.wiki
      switch change.kind {
      case .edit(let old, let new):
        type = "edit"
        self.id = event.number
        minor = change.isMinor
        length = Sizes(old: old, new: new)
        revision = Sizes(old: event.oldRevision, new: event.newRevision)
      case .new(let size):
        type = "new"
        self.id = event.number
        minor = change.isMinor
        length = Sizes(new: size)
        revision = Sizes(new: event.newRevision)
      case .log(let type, let action):
        // `null` for events that are not on the list of recent changes.
        self.type = "log"
        if event.isListed { self.id = event.number }
        logID = event.logNumber
        logType = type
        logAction = action
      case .categorize:
        type = "categorize"
        self.id = event.number
      case .canary: break
      }
    }
  }

  /// `en.wikipedia.org` of `enwiki`.
  static func domain(ofWiki wiki: String) -> String {
    switch wiki {
    case "commonswiki": return "commons.wikimedia.org"
    case "wikidatawiki": return "www.wikidata.org"
    default:
      let projects = [("wiktionary", "wiktionary"), ("wiki", "wikipedia")]
      guard let (suffix, project) = projects.first(where: { wiki.hasSuffix($0.0) }) else { return wiki }
      return "\(wiki.dropLast(suffix.count)).\(project).org"
    }
  }
}
