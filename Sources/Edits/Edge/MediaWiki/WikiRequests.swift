import Clients
import Edits
import Foundation
import Model
import Signals
import Text

extension MediaWikiClient {
  /// The wiki that knows all others (https://www.mediawiki.org/wiki/Extension:SiteMatrix).
  private static let directoryHost = "meta.wikimedia.org"

  /// All wikis that anybody can read and edit, Wikipedias first. A person is waiting for this request, so if the service asks
  /// for a pause, the error is reported immediately. The caller must cache the result.
  public func wikis() -> SignalProducer<[Wiki], ServiceError> {
    guard let url = address.api(of: Self.directoryHost) else {
      return SignalProducer(error: .notFound("the address of the list of wikis"))
    }
    let parameters: Parameters = [
      "action": "sitematrix", "format": "json", "formatversion": 2, "uselang": "en",
      "smsiteprop": "url|dbname|code|sitename",
    ]
    return politely(
      api(at: url).get("", parameters, headers: headers).json(MediaWikiAnswer<SiteMatrix>.self) {
        $0.content?.wikis ?? []
      })
  }
}

/// An answer to `action=sitematrix`: a group of wikis for each language, under the numbers `0`, `1` and so on, beside `count`,
/// and the `specials`, which have no language.
///
/// Source: wikimedia/mediawiki-extensions-SiteMatrix includes/ApiSiteMatrix.php.
struct SiteMatrix: Decodable, Sendable {
  private var groups: [SiteGroup]
  private var specials: [SiteRow]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { self.init(stringValue: "\(intValue)") }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self).nestedContainer(
      keyedBy: Key.self, forKey: Key(stringValue: "sitematrix"))
    let numbers = fields.allKeys.compactMap(\.intValue).sorted()
    groups = numbers.compactMap { fields.optional(Key(intValue: $0)) }
    specials = fields.readable(Key(stringValue: "specials"))
    if groups.isEmpty, specials.isEmpty {
      throw UnreadableAnswer(complaint: "no wiki among \(fields.allKeys.count) keys")
    }
  }

  /// The wikis that can be shown, each once.
  var wikis: [Wiki] {
    let ofLanguages = groups.flatMap { group in group.sites.filter(\.isShown).map { (site: $0, group: group) } }
    let wikipedias = ofLanguages.filter { $0.site.code == "wiki" }
    let others = ofLanguages.filter { $0.site.code != "wiki" }
    let named = (wikipedias + others).map { Wiki($0.site, of: $0.group) }
    return (named + specials.filter(\.isShown).map(Wiki.init(special:))).uniqued(by: \.name)
  }
}

/// The wikis of a language.
struct SiteGroup: Decodable, Sendable {
  /// The language's name in English.
  var localName: String
  /// The language's own name.
  var name: String?
  var sites: [SiteRow]

  private enum Key: String, CodingKey {
    case name, code
    case localName = "localname"
    case sites = "site"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    name = fields.text(.name, .name).flatMap { $0.isEmpty ? nil : $0 }
    localName =
      try fields.text(.localName, .name).flatMap { $0.isEmpty ? nil : $0 } ?? name
      ?? fields.required(.code, .word)
    sites = fields.readable(.sites)
  }
}

/// A wiki of a language, or a special one.
struct SiteRow: Decodable, Sendable {
  var database: String
  /// The project, `wiki` for Wikipedia.
  var code: String
  var siteName: String?
  /// Whether it can be shown: its edits are public, and it has the address that its name says. Addresses of the answer are
  /// compared, never used.
  var isShown: Bool

  private enum Key: String, CodingKey {
    case url, code, closed, `private`
    case database = "dbname"
    case siteName = "sitename"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    database = try fields.required(.database, .id)
    code = try fields.required(.code, .word)
    siteName = fields.text(.siteName, .name).flatMap { $0.isEmpty ? nil : $0 }
    let url = fields.text(.url, .address).flatMap { URL(string: $0) }
    // Present means true; `formatversion=1` gives an empty text.
    func says(_ key: Key) -> Bool { fields.contains(key) && fields.optional(key, as: Bool.self) != false }
    isShown =
      !says(.closed) && !says(.private) && WikiDomain.domain(ofDatabase: database) != nil
      && url?.host().flatMap(WikiDomain.database(ofDomain:)) == database
  }
}

extension Wiki {
  fileprivate init(_ site: SiteRow, of group: SiteGroup) {
    let language = SafeText(label: group.localName)
    guard site.code == "wiki" else {
      // `wiktionary` is Wiktionary in all languages; the site's own name is in its language.
      self.init(
        site.database, "\(language) \(SafeText(label: site.code.prefix(1).uppercased() + site.code.dropFirst()))")
      return
    }
    self.init(site.database, language, group.name.flatMap { $0 == group.localName ? nil : SafeText(label: $0) })
  }

  fileprivate init(special site: SiteRow) {
    self.init(site.database, SafeText(label: site.siteName ?? site.code))
  }
}
