/// An answer to `action=sitematrix`: the wikis by language, under numbers, and those without a language.
///
/// Source: wikimedia/mediawiki-extensions-SiteMatrix includes/ApiSiteMatrix.php.
struct SiteMatrixPage: Encodable {
  struct Site: Encodable {
    var url: String
    var dbname: String
    var code: String
    var sitename: String
    /// `nil` is left out, as the service does with `false`.
    var closed: Bool?
    var `private`: Bool?

    init(_ wiki: String, code: String, _ sitename: String, isClosed: Bool = false, isPrivate: Bool = false) {
      url = "https://" + EventStreamFormat.domain(ofWiki: wiki)
      (dbname, self.code, self.sitename) = (wiki, code, sitename)
      (closed, `private`) = (isClosed ? true : nil, isPrivate ? true : nil)
    }
  }

  struct Group: Encodable {
    var code: String
    var name: String
    var site: [Site]
    var dir = "ltr"
    var localname: String
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var groups: [Group]
  var specials: [Site]

  func encode(to encoder: any Encoder) throws {
    var answer = encoder.container(keyedBy: Key.self)
    var fields = answer.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "sitematrix"))
    let count = groups.reduce(specials.count) { $0 + $1.site.count }
    try fields.encode(count, forKey: Key(stringValue: "count"))
    for (number, group) in groups.enumerated() { try fields.encode(group, forKey: Key(stringValue: "\(number)")) }
    try fields.encode(specials, forKey: Key(stringValue: "specials"))
  }

  /// The wikis of the feed, a few that are not among the largest, and one each that is closed and private.
  static let demo = SiteMatrixPage(
    groups: [
      group("aa", "Qafár af", "Afar", isClosed: true),
      group("de", "Deutsch", "German"),
      Group(
        code: "en", name: "English",
        site: [
          Site("enwiki", code: "wiki", "Wikipedia"), Site("enwiktionary", code: "wiktionary", "Wiktionary"),
        ], localname: "English"),
      group("es", "español", "Spanish"),
      group("fr", "français", "French"),
      group("ja", "日本語", "Japanese"),
      group("ru", "русский", "Russian"),
      group("scn", "sicilianu", "Sicilian"),
      group("sw", "Kiswahili", "Swahili"),
    ],
    specials: [
      Site("commonswiki", code: "commons", "Wikimedia Commons"),
      Site("officewiki", code: "office", "Wikimedia Office Wiki", isPrivate: true),
      Site("wikidatawiki", code: "wikidata", "Wikidata"),
    ])

  private static func group(_ code: String, _ name: String, _ localname: String, isClosed: Bool = false) -> Group {
    Group(
      code: code, name: name, site: [Site("\(code)wiki", code: "wiki", "Wikipedia", isClosed: isClosed)],
      localname: localname)
  }
}
