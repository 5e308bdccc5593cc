import Clients
import Edits
import Foundation
import Model
import Signals
import Text

/// An answer to `list=usercontribs` (https://www.mediawiki.org/wiki/API:Usercontribs), the newest edit first.
struct ContributionsPage: Decodable, Sendable {
  var rows: [ContributionRow]

  private enum Key: CodingKey {
    case query
  }

  private enum QueryKey: CodingKey {
    case usercontribs
  }

  init(from decoder: any Decoder) throws {
    rows = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: QueryKey.self, forKey: .query)
      .decode(ReadableList<ContributionRow>.self, forKey: .usercontribs).elements
  }
}

/// An edit of a user. Fields that the wiki hides are missing.
struct ContributionRow: ListedPayload {
  static let plural: SafeText = "edits"

  var revision: Int
  var parent: Int?
  var time: Date?
  var namespace: Int?
  var title: String
  var user: String?
  var comment: String?
  var size: Int?
  var sizeChange: Int?
  var isNew: Bool
  var isMinor: Bool
  var tags: [String]

  private enum Key: String, CodingKey {
    case title, timestamp, user, comment, size, tags
    case revision = "revid"
    case parent = "parentid"
    case namespace = "ns"
    case sizeChange = "sizediff"
    case isNew = "new"
    case isMinor = "minor"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    revision = try fields.required(.revision)
    parent = fields.optional(.parent)
    time = fields.text(.timestamp, .number).flatMap(ISO8601.date)
    namespace = fields.optional(.namespace)
    title = try fields.required(.title, .title)
    user = fields.text(.user, .name)
    comment = fields.text(.comment, .comment)
    size = fields.optional(.size)
    sizeChange = fields.optional(.sizeChange)
    isNew = fields.optional(.isNew, as: Bool.self) ?? (parent == 0)
    isMinor = fields.optional(.isMinor, as: Bool.self) ?? false
    tags = fields.texts(.tags, .tag, most: EditFacts.tagLimit)
  }
}

extension MediaWikiClient {
  /// The maximum number of a user's edits to request: one page. There can be many thousands more.
  static let contributionLimit = 50

  /// The latest edits of a user.
  public func contributions(of user: SafeText, on wiki: String) -> SignalProducer<[WikiEvent], ServiceError> {
    guard let host = WikiDomain.domain(ofDatabase: wiki), let url = address.api(of: host) else {
      return SignalProducer(error: .notFound("the address of \(SafeText(label: wiki))"))
    }
    let parameters: Parameters = [
      "action": "query", "format": "json", "formatversion": 2, "list": "usercontribs", "ucuser": user.string,
      "uclimit": Self.contributionLimit, "ucprop": "ids|title|timestamp|comment|size|sizediff|flags|tags",
    ]
    return politely(
      api(at: url).get("", parameters, headers: headers).json(MediaWikiAnswer<ContributionsPage>.self) { answer in
        (answer.content?.rows ?? []).prefix(Self.contributionLimit)
          .map { WikiEvent($0, of: wiki, pages: "https://\(host)/wiki/") }
      })
  }
}

extension WikiEvent {
  /// - Parameter pages: The address of the wiki's pages, `https://en.wikipedia.org/wiki/`.
  init(_ row: ContributionRow, of wiki: String, pages: String) {
    let kind = Kind(type: "edit", logType: nil, logAction: nil, namespace: row.namespace) ?? .unspecified
    self.init(
      kind: kind, title: SafeText(title: row.title), time: row.time, wiki: wiki, lengthChange: row.sizeChange,
      address: TextLimit.title.isExceeded(by: row.title)
        ? nil : pages + PercentEncoding.escaped(row.title, space: "_"),
      edit: WikiEdit(
        revision: WikiRevision(wiki: wiki, old: row.parent, new: row.revision),
        namespace: row.namespace, user: row.user.map { SafeText(label: $0) },
        comment: row.comment.map { SafeText(label: $0) }, isNew: row.isNew, isMinor: row.isMinor, length: row.size,
        facts: EditFacts(tags: row.tags)))
  }
}
