import Clients
import Foundation
import Questions
import Text

/// One of https://api.stackexchange.com/docs/types/site.
struct SitePayload: ListedPayload {
  static let plural: SafeText = "sites"

  var parameter: String
  /// Entity-encoded, like `audience`.
  var name: String
  var audience: String?
  var url: String?
  var type: String?
  var state: String?

  private enum Key: String, CodingKey {
    case name, audience
    case parameter = "api_site_parameter"
    case url = "site_url"
    case type = "site_type"
    case state = "site_state"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    parameter = try fields.required(.parameter, .id)
    name = fields.text(.name, .name, scale: Entities.lengthLimit) ?? parameter
    audience = fields.text(.audience, .title, scale: Entities.lengthLimit)
    url = fields.text(.url, .address)
    type = fields.text(.type, .word)
    state = fields.text(.state, .word)
  }
}

/// One of https://api.stackexchange.com/docs/types/tag.
struct TagPayload: ListedPayload {
  static let plural: SafeText = "tags"

  var name: String
  /// The number of questions with the tag.
  var count: Int?

  private enum Key: CodingKey {
    case name, count
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    name = try fields.required(.name, .tag)
    count = fields.optional(.count)
  }
}

extension Site {
  init(_ payload: SitePayload) {
    self.init(
      id: payload.parameter,
      name: SafeText(title: Entities.decoded(payload.name)),
      audience: payload.audience.map { SafeText(label: Entities.decoded($0)) },
      url: payload.url.flatMap(WebLink.page),
      isMeta: payload.type == "meta_site",
      isClosed: payload.state == "closed_beta")
  }
}

extension Tag {
  init(_ payload: TagPayload) {
    self.init(name: SafeText(label: payload.name), count: payload.count)
  }
}
