import Foundation
import NIOCore
import Text

/// The format of events in EventStreams. Source of that of changes: schema mediawiki/recentchange/1.0.0,
/// https://schema.wikimedia.org/#!/primary/jsonschema/mediawiki/recentchange; of the others: ``NoteMessage``.
enum EventStreamFormat {
  static let contentType = "text/event-stream; charset=utf-8"

  /// The bytes that the real service sends before the first event.
  static let prologue = ByteBuffer(string: ":ok\n\n")

  /// The time of the latest event of each stream of a connection.
  typealias Places = [EventStreamName: Timestamp]

  /// - Parameter places: The places in all streams of the connection, this event included.
  static func encode(_ event: FeedEvent, places: Places) -> ByteBuffer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json: Data
    do {
      if case .note(let note) = event.change.kind {
        json = try encoder.encode(
          NoteMessage(note, event, uri: uri(of: event.change), domain: domain(ofWiki: event.change.wiki)))
      } else {
        json = try encoder.encode(Message(event))
      }
    } catch {
      preconditionFailure("texts and whole numbers have no value that JSON cannot hold: \(error)")
    }
    let topics = EventStreamName.allCases.compactMap { stream in
      places[stream].map { #"{"topic":"\#(stream.topic)","partition":0,"timestamp":\#($0.milliseconds)}"# }
    }
    var buffer = ByteBuffer(string: "event: message\nid: [\(topics.joined(separator: ","))]\ndata: ")
    // The one name that Swift cannot spell comes first.
    buffer.writeString(#"{"$schema":"\#(event.change.stream.schema)","#)
    buffer.writeBytes(json.dropFirst())
    buffer.writeString("\n\n")
    return buffer
  }

  /// Returns the places in an event id; `nil` if it has none of these streams. Of several topics of a stream, which the real
  /// service has, the latest counts.
  static func places(inEventID id: String) -> Places? {
    struct Place: Decodable {
      var topic: String
      var timestamp: Int64?
    }
    guard let list = try? JSONDecoder().decode([Place].self, from: Data(id.utf8)) else { return nil }
    var places: Places = [:]
    for place in list {
      // Without the name of the data centre.
      let name = place.topic.firstIndex(of: ".").map { place.topic[place.topic.index(after: $0)...] }
      guard let stream = name.flatMap({ EventStreamName(rawValue: String($0)) }), let time = place.timestamp else {
        continue
      }
      let timestamp = Timestamp(milliseconds: time)
      places[stream] = max(timestamp, places[stream] ?? timestamp)
    }
    return places.isEmpty ? nil : places
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
      var topic = EventStreamName.recentChange.topic
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
      let url = EventStreamFormat.uri(of: change)
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
      case .canary, .note: break
      }
    }
  }

  private static func uri(of change: RecentChange) -> String {
    let page = change.title.replacing(" ", with: "_")
    return "https://\(domain(ofWiki: change.wiki))/wiki/"
      + (page.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? page)
  }

  /// `en.wikipedia.org` of `enwiki`.
  static func domain(ofWiki wiki: String) -> String {
    switch wiki {
    case "commonswiki": return "commons.wikimedia.org"
    case "wikidatawiki": return "www.wikidata.org"
    default:
      let projects = [("wiktionary", "wiktionary"), ("wiki", "wikipedia")]
      guard let (suffix, project) = projects.first(where: { wiki.ends(with: $0.0) }) else { return wiki }
      return "\(wiki.dropLast(suffix.count)).\(project).org"
    }
  }
}
