/// An event of any of the streams that one connection carries.
enum StreamMessage: Decodable {
  case change(RecentChange)
  case notice(EditNotice)
  /// A test event that Wikimedia sends regularly to check a stream.
  case canary

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: RecentChange.Key.self)
    let meta = fields.optional(.meta, as: RecentChange.Meta.self)
    // A canary of `recentchange` has no content, and those of other streams have an invented one.
    if meta?.isCanary ?? false {
      self = .canary
    } else if let stream = meta?.stream.flatMap(EditNotice.Stream.init) {
      self = .notice(try EditNotice(stream, meta: meta, from: decoder))
    } else {
      self = .change(try RecentChange(fields, meta: meta))
    }
  }
}
