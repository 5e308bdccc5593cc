import Text

/// The domain of a Wikimedia wiki, by the name of its database: `enwiki` is en.wikipedia.org.
///
/// Source: https://www.mediawiki.org/wiki/Manual:$wgConf and the names in https://noc.wikimedia.org/conf/dblists-index.html.
public enum WikiDomain {
  /// - Returns: `nil` if the name does not identify a domain.
  public static func domain(ofDatabase name: String) -> String? {
    if let domain = special[name] { return domain }
    guard let (code, suffix, project) = parts(ofDatabase: name) else { return nil }
    if suffix == "wiki", code.begins(with: "wikimania2") { return "\(code).wikimedia.org" }
    return "\(code.replacing("_", with: "-")).\(project).org"
  }

  /// Returns the name of the database of the wiki at an address: `de.wikipedia.org`, also that for telephones, with the scheme
  /// and a path, or with another code of the language (`yue.wikipedia.org`).
  ///
  /// - Returns: `nil` if it is no address of a wiki. The wiki of a name that is returned need not exist.
  public static func database(ofDomain address: String) -> String? {
    var host = address.lowercased()[...]
    for scheme in ["https://", "http://"] where host.begins(with: scheme) { host = host.dropFirst(scheme.count) }
    let labels = host.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      .filter { $0 != "m" && $0 != "www" }
    let domain = labels.joined(separator: ".")
    if let name = databases[domain] { return name }
    guard labels.count == 3, labels[2] == "org",
      let suffix = projects.first(where: { $0.project == labels[1] })?.suffix
    else { return nil }
    let name = labels[0].replacing("-", with: "_") + suffix
    return isName(name) ? resolved(name) : nil
  }

  /// Returns the name of the database that a text with the form of one means: `zh_yuewiki` for `yuewiki`, which no wiki has.
  static func resolved(_ name: String) -> String {
    guard !WikiTable.open.contains(name), let (code, suffix, _) = parts(ofDatabase: name),
      let alias = WikiTable.aliases[String(code).replacing("_", with: "-")]
    else { return name }
    let other = alias.replacing("-", with: "_") + suffix
    return WikiTable.open.contains(other) || WikiTable.closed.contains(other) ? other : name
  }

  private static func parts(
    ofDatabase name: String
  ) -> (code: Substring, suffix: String, project: String)? {
    guard isName(name) else { return nil }
    // `wiktionary` does not end in `wiki`, so the order does not matter.
    return projects.first { name.ends(with: $0.suffix) && name.count > $0.suffix.count }
      .map { (name.dropLast($0.suffix.count), $0.suffix, $0.project) }
  }

  /// Whether a text has the form of a database name; nothing else may become part of an address.
  public static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "_")
      }
  }

  private static let projects: [(suffix: String, project: String)] = [
    ("wiki", "wikipedia"), ("wiktionary", "wiktionary"), ("wikibooks", "wikibooks"), ("wikinews", "wikinews"),
    ("wikiquote", "wikiquote"), ("wikisource", "wikisource"), ("wikiversity", "wikiversity"),
    ("wikivoyage", "wikivoyage"), ("wikimedia", "wikimedia"),
  ]

  /// Wikis without a language, and those whose domain does not follow from their name.
  private static let special = [
    "advisorywiki": "advisory.wikimedia.org", "apiportalwiki": "api.wikimedia.org",
    "be_x_oldwiki": "be-tarask.wikipedia.org", "commonswiki": "commons.wikimedia.org",
    "donatewiki": "donate.wikimedia.org", "etwikimedia": "ee.wikimedia.org",
    "foundationwiki": "foundation.wikimedia.org", "incubatorwiki": "incubator.wikimedia.org",
    "labswiki": "wikitech.wikimedia.org", "loginwiki": "login.wikimedia.org", "mediawikiwiki": "www.mediawiki.org",
    "metawiki": "meta.wikimedia.org", "outreachwiki": "outreach.wikimedia.org",
    "sourceswiki": "wikisource.org", "specieswiki": "species.wikimedia.org",
    "testcommonswiki": "test-commons.wikimedia.org", "testwikidatawiki": "test.wikidata.org",
    "usabilitywiki": "usability.wikimedia.org",
    "votewiki": "vote.wikimedia.org", "wikidatawiki": "www.wikidata.org",
    "wikifunctionswiki": "www.wikifunctions.org", "wikimaniawiki": "wikimania.wikimedia.org",
  ]

  /// The wikis of ``special``, by their domains without `www`.
  private static let databases = Dictionary(
    uniqueKeysWithValues: special.map { ($1.begins(with: "www.") ? String($1.dropFirst(4)) : $1, $0) })
}
