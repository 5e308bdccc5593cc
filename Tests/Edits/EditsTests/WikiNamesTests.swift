import Testing

@testable import Edits
@testable import Model

/// What a person may call a wiki, wherever wikis are named.
@Suite struct WikiNamesTests {
  @Test(
    arguments: [
      ("de", "dewiki"), ("dewiki", "dewiki"), ("German", "dewiki"), ("DEUTSCH", "dewiki"), ("scn", "scnwiki"),
      ("zh-yue", "zh_yuewiki"), ("zh_yue", "zh_yuewiki"), ("be_x_oldwiki", "be_x_oldwiki"),
      ("wikidata", "wikidatawiki"), ("www", nil), ("commons", "commonswiki"), ("Simple English", "simplewiki"),
      ("German Wiktionary", "dewiktionary"), ("zxcwiki", "zxcwiki"), ("enwkii", nil), ("english wiki", nil), ("", nil),
      ("narnia", nil), ("../etc", nil), ("wiki", nil), ("all", nil),
    ] as [(String, String?)])
  func aWordMeansAWiki(word: String, name: String?) {
    #expect(WikiNames.known.databaseName(of: word) == name)
  }

  /// Wikis whose address, language and database differ.
  @Test(
    arguments: [
      ("be-tarask", "be_x_oldwiki"), ("be-x-old", "be_x_oldwiki"), ("yue", "zh_yuewiki"), ("yuewiki", "zh_yuewiki"),
      ("YUE", "zh_yuewiki"), ("nb", "nowiki"), ("nbwiki", "nowiki"), ("nbwiktionary", "nowiktionary"),
      ("nan", "zh_min_nanwiki"), ("nanwikisource", "zh_min_nanwikisource"), ("zh-min-nan", "zh_min_nanwiki"),
      ("lzh", "zh_classicalwiki"), ("vro", "fiu_vrowiki"), ("sgs", "bat_smgwiki"),
      ("rupwiktionary", "roa_rupwiktionary"),
      ("gsw", "alswiki"), ("bho", "bhwiki"), ("egl", "emlwiki"), ("cbk", "cbk_zamwiki"), ("dk", "dawiki"),
      ("meta", "metawiki"), ("species", "specieswiki"), ("wikitech", "labswiki"), ("no", "nowiki"),
      // A Wiktionary in Cantonese has that name indeed, and Books in Cantonese are not known.
      ("yuewiktionary", "yuewiktionary"), ("yuewikibooks", "yuewikibooks"),
      ("yue.wikipedia.org", "zh_yuewiki"), ("zh-yue.wikipedia.org", "zh_yuewiki"), ("de.m.wikipedia.org", "dewiki"),
      ("https://be-tarask.wikipedia.org/wiki/A.b", "be_x_oldwiki"), ("www.wikidata.org", "wikidatawiki"),
      ("wikisource.org", "sourceswiki"), ("ee.wikimedia.org", "etwikimedia"), ("fr.wiktionary.org", "frwiktionary"),
      ("wikipedia.org", nil), ("example.org", nil), ("de.example.org", nil), ("de.wikipedia.com", nil), (".", nil),
      ("https://", nil), ("a/b.wikipedia.org", nil), ("\u{0130}.wikipedia.org", nil),
    ] as [(String, String?)])
  func aWikiIsCalledByItsAddressAndByItsLanguage(word: String, name: String?) {
    #expect(WikiNames.known.databaseName(of: word) == name)
  }

  @Test(
    arguments: [
      ("enwikinews", "enwikinews"), ("aa", "aawiki"), ("aawiki", "aawiki"), ("mo", "mowiki"), ("tlhwiki", "tlhwiki"),
      ("de.wikinews.org", "dewikinews"), ("nanwikibooks", "zh_min_nanwikibooks"),
    ] as [(String, String)])
  func aClosedWikiIsKnownToBeClosed(word: String, name: String) {
    #expect(WikiNames.known.meaning(of: word) == .closed(name) && WikiNames.known.databaseName(of: word) == nil)
    #expect(!WikiNames.isCertain(name) && WikiNames.isClosed(name))
  }

  @Test func eachWikiHasAnAddressThatMeansItAndNoOther() {
    #expect(WikiTable.open.count > 800 && WikiTable.open.isDisjoint(with: WikiTable.closed))
    let domains = WikiTable.open.compactMap { WikiDomain.domain(ofDatabase: $0) }
    #expect(Set(domains).count == WikiTable.open.count)
    for name in WikiTable.open {
      #expect(WikiDomain.domain(ofDatabase: name).flatMap(WikiDomain.database(ofDomain:)) == name, "\(name)")
      #expect(WikiNames.known.databaseName(of: name) == name && WikiNames.isCertain(name), "\(name)")
    }
    for (alias, code) in WikiTable.aliases {
      #expect(!WikiTable.open.contains(alias.replacing("-", with: "_") + "wiki"), "\(alias) is a wiki of its own")
      #expect(WikiTable.open.contains(code.replacing("-", with: "_") + "wiki"), "\(code)")
    }
  }

  @Test func allThatIsListedIsKnownByEachOfItsNames() {
    for wiki in Wiki.known {
      #expect(WikiNames.known.databaseName(of: wiki.name) == wiki.name)
      #expect(WikiNames.known.databaseName(of: wiki.language.string) == wiki.name)
      #expect(WikiNames.isCertain(wiki.name))
      if wiki.name.hasSuffix("wiki") { #expect(WikiNames.known.databaseName(of: String(wiki.code)) == wiki.name) }
    }
  }

  @Test func whatIsOnlyWrittenLikeAWikiIsNotCertain() {
    #expect(WikiNames.isCertain("scnwiki") && WikiNames.isCertain("zh_min_nanwiki") && WikiNames.isCertain("metawiki"))
    #expect(!WikiNames.isCertain("zxcwiki") && !WikiNames.isCertain("scnwikibooks") && !WikiNames.isCertain("de"))
  }
}
