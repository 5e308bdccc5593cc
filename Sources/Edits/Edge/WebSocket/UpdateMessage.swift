import Clients
import Edits
import Foundation
import Text

/// A message of the original WebSocket feed:
/// `{"type":"unspecified","content":"Manhattan Film Academy","time":"2014-05-15T14:46:00.828Z"}`.
///
/// A message without a type is of another kind, and decoding fails.
struct UpdateMessage: Decodable, Hashable {
  var type: String
  var content: String?
  /// ISO 8601, by the server's clock.
  var time: String?

  private enum Key: CodingKey {
    case type, content, time
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    type = try fields.required(.type, .word)
    content = fields.text(.content, .title)
    time = fields.text(.time, .number)
  }
}

extension WikiEvent {
  /// - Parameter wiki: the base address of the wiki's pages; `nil` if unknown.
  init?(_ message: UpdateMessage, wiki: String?) {
    guard let kind = Kind(rawValue: message.type) else { return nil }
    let title = message.content ?? ""
    self.init(
      // In this feed, only edits have a title.
      kind: kind, title: kind == .unspecified ? SafeText(title: title) : SafeText(label: title),
      time: message.time.flatMap(ISO8601.date),
      // A page's address has underscores instead of spaces, as in MediaWiki.
      address: kind == .unspecified && !title.isEmpty && !TextLimit.title.isExceeded(by: title)
        ? wiki.map { $0 + PercentEncoding.escaped(title, space: "_") } : nil)
  }
}
