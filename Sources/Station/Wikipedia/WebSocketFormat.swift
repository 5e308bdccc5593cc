import Foundation

/// The format of events in the WebSocket feed of ReactiveShinobi: one of seven types, and for edits of pages the title.
enum WebSocketFormat {
  private struct Message: Encodable {
    var type: String
    var content: String
    var time: String
  }

  /// Returns the text of an event's message; `nil` for events that this feed does not have: other wikis, categories, test
  /// events, notes about edits.
  static func encode(_ event: FeedEvent) -> Data? {
    guard let type = type(of: event.change) else { return nil }
    let content = type == "unspecified" ? event.change.title : ""
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(Message(type: type, content: content, time: event.timestamp.iso8601))
  }

  private static func type(of change: RecentChange) -> String? {
    guard change.wiki == "enwiki" else { return nil }
    switch change.kind {
    case .log(type: "newusers", _): return "newuser"
    case .log(type: "upload", _): return "upload"
    case .log: return "special"
    case .categorize, .canary, .note: return nil
    case .edit, .new:
      switch change.namespace {
      case 1: return "talk"
      case 3: return "user"
      case 6: return "file"
      default: return "unspecified"
      }
    }
  }
}
