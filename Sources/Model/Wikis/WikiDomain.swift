import Text

/// The domain of a Wikimedia wiki, by the name of its database: `enwiki` is en.wikipedia.org.
///
/// Source: https://www.mediawiki.org/wiki/Manual:$wgConf and the names in https://noc.wikimedia.org/conf/dblists-index.html.
public enum WikiDomain {
  /// - Returns: `nil` if the name does not identify a domain.
  public static func domain(ofDatabase name: String) -> String? {
    if let domain = special[name] { return domain }
    guard isName(name) else { return nil }
    // `wiktionary` does not end in `wiki`, so the order does not matter.
    for (suffix, project) in projects where name.ends(with: suffix) && name.count > suffix.count {
      let language = name.dropLast(suffix.count).replacing("_", with: "-")
      return "\(language).\(project).org"
    }
    return nil
  }

  /// Whether a text has the form of a database name; nothing else may become part of an address.
  public static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "_")
      }
  }

  private static let projects = [
    ("wiki", "wikipedia"), ("wiktionary", "wiktionary"), ("wikibooks", "wikibooks"), ("wikinews", "wikinews"),
    ("wikiquote", "wikiquote"), ("wikisource", "wikisource"), ("wikiversity", "wikiversity"),
    ("wikivoyage", "wikivoyage"), ("wikimedia", "wikimedia"),
  ]

  /// Wikis without a language, and those whose domain does not follow from their name.
  private static let special = [
    "apiportalwiki": "api.wikimedia.org", "be_x_oldwiki": "be-tarask.wikipedia.org",
    "commonswiki": "commons.wikimedia.org", "donatewiki": "donate.wikimedia.org",
    "foundationwiki": "foundation.wikimedia.org", "incubatorwiki": "incubator.wikimedia.org",
    "labswiki": "wikitech.wikimedia.org", "loginwiki": "login.wikimedia.org", "mediawikiwiki": "www.mediawiki.org",
    "metawiki": "meta.wikimedia.org", "outreachwiki": "outreach.wikimedia.org",
    "sourceswiki": "wikisource.org", "specieswiki": "species.wikimedia.org",
    "testcommonswiki": "test-commons.wikimedia.org", "testwikidatawiki": "test.wikidata.org",
    "votewiki": "vote.wikimedia.org", "wikidatawiki": "www.wikidata.org",
    "wikifunctionswiki": "www.wikifunctions.org", "wikimaniawiki": "wikimania.wikimedia.org",
  ]
}
