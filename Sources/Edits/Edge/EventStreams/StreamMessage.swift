/// An event of any of the streams that one connection carries.
enum StreamMessage: Decodable {
  case change(RecentChange)
  case notice(EditNotice)
  /// A test event that Wikimedia sends regularly to check a stream.
  case canary

  /// The fields of all kinds of events: one enumeration, because every enumeration with which an object is read costs as much as
  /// several of its fields.
  enum Key: String, CodingKey {
    case meta, revision
    // Of a change.
    case id, type, namespace, title, timestamp, wiki, length, user, comment
    case isMinor = "minor"
    case isBot = "bot"
    case titleURL = "title_url"
    case logType = "log_type"
    case logAction = "log_action"
    // Of a notice.
    case page, performer
    case wikiID = "wiki_id"
    case kind = "page_change_kind"
    case date = "dt"
    case prediction = "predicted_classification"
    // Of a notice of changed tags.
    case database, tags
    case before = "prior_state"
    case number = "rev_id"
    case pageTitle = "page_title"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let meta = RecentChange.Meta(fields)
    // A canary of `recentchange` has no content, and those of other streams have an invented one.
    if meta?.isCanary ?? false {
      self = .canary
    } else if let stream = meta?.stream.flatMap(EditNotice.Stream.init) {
      self = .notice(try EditNotice(stream, meta: meta, fields))
    } else {
      self = .change(try RecentChange(fields, meta: meta))
    }
  }
}
