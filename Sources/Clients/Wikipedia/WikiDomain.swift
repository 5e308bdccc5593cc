/// The domain of a Wikimedia wiki, by the name of its database: `enwiki` is en.wikipedia.org.
///
/// Source: https://www.mediawiki.org/wiki/Manual:$wgConf and the names in https://noc.wikimedia.org/conf/dblists-index.html.
enum WikiDomain {
  /// - Returns: `nil` if the name does not identify a domain.
  static func domain(ofDatabase name: String) -> String? {
    if let domain = special[name] { return domain }
    // `wiktionary` does not end in `wiki`, so the order does not matter.
    for (suffix, project) in projects where name.hasSuffix(suffix) && name.count > suffix.count {
      let language = name.dropLast(suffix.count).replacing("_", with: "-")
      return "\(language).\(project).org"
    }
    return nil
  }

  private static let projects = [
    ("wiki", "wikipedia"), ("wiktionary", "wiktionary"), ("wikibooks", "wikibooks"), ("wikinews", "wikinews"),
    ("wikiquote", "wikiquote"), ("wikisource", "wikisource"), ("wikiversity", "wikiversity"),
    ("wikivoyage", "wikivoyage"),
  ]

  /// Wikis without a language.
  private static let special = [
    "commonswiki": "commons.wikimedia.org", "mediawikiwiki": "www.mediawiki.org", "metawiki": "meta.wikimedia.org",
    "specieswiki": "species.wikimedia.org", "wikidatawiki": "www.wikidata.org",
  ]
}
