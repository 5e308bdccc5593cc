import Clients
import Edits
import Foundation
import Text

/// An event of Wikimedia's stream `recentchange` (schema mediawiki/recentchange 1.0.1): the fields that the program needs.
///
/// An event with neither `meta` nor a type is of another kind, and decoding fails.
struct RecentChange: Decodable {
  struct Meta {
    /// Read only if the change has no number or no `title_url`.
    var id: String?
    var uri: String?
    var domain: String?
    var time: Date?
    /// The name of the event's stream; one connection may carry several.
    var stream: String?

    fileprivate enum Key: CodingKey {
      case id, domain, dt, uri, stream
    }

    /// - Returns: `nil` if the message has no such object.
    init?(_ message: KeyedDecodingContainer<StreamMessage.Key>) {
      guard let fields = message.object(.meta, keyedBy: Key.self) else { return nil }
      domain = fields.text(.domain, .id)
      time = fields.text(.dt, .number).flatMap(ISO8601.date)
      stream = fields.text(.stream, .id)
    }

    /// Reads what stands in for a number and a `title_url`, which most changes have. The fields are looked up once more, because
    /// the decoder copies a message of which anything is kept after decoding.
    fileprivate mutating func readIdentity(in message: KeyedDecodingContainer<StreamMessage.Key>) {
      let fields = message.object(.meta, keyedBy: Key.self)
      id = fields?.text(.id, .id)
      uri = fields?.text(.uri, .address)
    }

    /// Whether this is a test event that Wikimedia sends regularly to check the stream, rather than a real change.
    var isCanary: Bool { domain == "canary" }
  }

  /// A number of the page before the change (`nil` for a new page) and after: its size in bytes, or its revision.
  struct BeforeAfter {
    enum Key: CodingKey {
      case old, new
    }

    var old: Int?
    var new: Int?
    /// Whether `old` has any value, readable or not.
    var hasOld: Bool

    init(_ fields: KeyedDecodingContainer<Key>) {
      old = fields.optional(.old)
      hasOld = old != nil || (try? fields.decodeNil(forKey: .old)) == false
      new = fields.optional(.new)
    }
  }

  var meta: Meta?
  /// The number of the change within its wiki (`rcid`); `nil` for changes that are not in MediaWiki's list of recent changes.
  var id: Int?
  var type: String?
  var namespace: Int?
  var title: String?
  var titleURL: String?
  /// Unix seconds; read only if `meta` has no time.
  var timestamp: Double?
  var wiki: String?
  var length: BeforeAfter?
  var logType: String?
  var logAction: String?
  // Only for edits.
  var revision: BeforeAfter?
  var user: String?
  var comment: String?
  var isMinor = false
  var isBot = false

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: StreamMessage.Key.self)
    try self.init(fields, meta: Meta(fields))
  }

  init(_ fields: KeyedDecodingContainer<StreamMessage.Key>, meta: Meta?) throws {
    self.meta = meta
    wiki = fields.text(.wiki, .id)
    type = fields.text(.type, .word)
    id = fields.optional(.id)
    namespace = fields.optional(.namespace)
    guard meta != nil || type != nil else {
      throw DecodingError.dataCorrupted(.init(codingPath: fields.codingPath, debugDescription: "no change"))
    }
    title = fields.text(.title, .title)
    titleURL = fields.text(.titleURL, .address)
    length = fields.object(.length, keyedBy: BeforeAfter.Key.self).map(BeforeAfter.init)
    // Every field costs time, a thousand times per second, so fields that are not needed are not read.
    if id == nil || titleURL == nil { self.meta?.readIdentity(in: fields) }
    if meta?.time == nil { timestamp = fields.optional(.timestamp) }
    if type == "log" {
      logType = fields.text(.logType, .word)
      logAction = fields.text(.logAction, .word)
    } else if type == "edit" || type == "new" {
      revision = fields.object(.revision, keyedBy: BeforeAfter.Key.self).map(BeforeAfter.init)
      user = fields.text(.user, .name)
      comment = fields.text(.comment, .comment)
      isMinor = fields.optional(.isMinor, as: Bool.self) ?? false
      isBot = fields.optional(.isBot, as: Bool.self) ?? false
    }
  }
}

extension WikiEvent {
  /// Converts the event to one of the seven types of the original feed; `nil` for events that have none there:
  /// categorisations, changes on other sites, and existing accounts that are only new to this wiki (`autocreate`).
  init?(_ change: RecentChange) {
    guard !(change.meta?.isCanary ?? false),
      let kind = Kind(
        type: change.type, logType: change.logType, logAction: change.logAction, namespace: change.namespace)
    else { return nil }
    let title = change.title ?? ""
    var lengthChange: Int?
    // Only a new page had no bytes before. For any other page the previous size is unknown.
    if let length = change.length, let new = length.new,
      let old = length.old ?? (change.type == "new" && !length.hasOld ? 0 : nil)
    {
      lengthChange = Self.lengthChange(from: old, to: new)
    }
    self.init(
      kind: kind, title: Self.title(title, of: kind, namespace: change.namespace),
      time: change.meta?.time ?? change.timestamp.map { Date(timeIntervalSince1970: $0) },
      wiki: change.wiki, lengthChange: lengthChange,
      address: (change.titleURL ?? change.meta?.uri).flatMap(WebLink.address), edit: WikiEdit(change))
  }

  static func lengthChange(from old: Int, to new: Int) -> Int? {
    let (difference, isTooLarge) = new.subtractingReportingOverflow(old)
    return isTooLarge ? nil : difference
  }

  static func title(_ title: String, of kind: Kind, namespace: Int?) -> SafeText {
    kind == .newuser ? SafeText(label: userName(in: title, namespace: namespace)) : SafeText(title: title)
  }

  /// The title of a sign-up is the new user's page, `User:Name` in the wiki's own language.
  private static func userName(in title: String, namespace: Int?) -> String {
    let userNamespace = 2
    guard namespace == userNamespace, let colon = title.unicodeScalars.firstIndex(of: ":") else { return title }
    return String(title.unicodeScalars[colon...].dropFirst())
  }
}

extension WikiEvent.Kind {
  /// MediaWiki's namespace numbers: 1 talk, 3 user talk, 6 file.
  init?(type: String?, logType: String?, logAction: String?, namespace: Int?) {
    switch (type, logType, namespace) {
    case ("log", "newusers", _):
      switch logAction {
      // Old wikis write the last value instead of the first.
      case "create", "create2", "byemail", "newusers": self = .newuser
      case "autocreate": return nil
      default: self = .special
      }
    case ("log", "upload", _): self = .upload
    case ("log", _, _): self = .special
    case ("edit", _, 1), ("new", _, 1): self = .talk
    case ("edit", _, 3), ("new", _, 3): self = .user
    case ("edit", _, 6), ("new", _, 6): self = .file
    case ("edit", _, _), ("new", _, _): self = .unspecified
    default: return nil
    }
  }
}

extension WikiEdit {
  /// The edit described by the event; `nil` for other events.
  fileprivate init?(_ change: RecentChange) {
    guard change.type == "edit" || change.type == "new" else { return nil }
    self.init(
      revision: change.wiki.flatMap { wiki in
        change.revision?.new.map { WikiRevision(wiki: wiki, old: change.revision?.old, new: $0) }
      },
      namespace: change.namespace, user: change.user.map { SafeText(label: $0) },
      comment: change.comment.map { SafeText(label: $0) },
      isNew: change.type == "new", isMinor: change.isMinor, isBot: change.isBot, length: change.length?.new)
  }
}
