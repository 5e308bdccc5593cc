import Model
import Testing

/// What a person may call a wiki, wherever wikis are named.
@Suite struct WikiNamesTests {
  @Test(
    arguments: [
      ("de", "dewiki"), ("dewiki", "dewiki"), ("German", "dewiki"), ("DEUTSCH", "dewiki"), ("scn", "scnwiki"),
      ("zh-yue", "zh_yuewiki"), ("zh_yue", "zh_yuewiki"), ("be-tarask", nil), ("be_x_oldwiki", "be_x_oldwiki"),
      ("wikidata", "wikidatawiki"), ("www", nil), ("commons", "commonswiki"), ("Simple English", "simplewiki"),
      ("German Wiktionary", "dewiktionary"), ("zxcwiki", "zxcwiki"), ("enwkii", nil), ("english wiki", nil), ("", nil),
      ("narnia", nil), ("../etc", nil), ("wiki", nil), ("all", nil), ("mo", nil),
    ] as [(String, String?)])
  func aWordMeansAWiki(word: String, name: String?) {
    #expect(WikiNames.known.databaseName(of: word) == name)
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
    #expect(!WikiNames.isCertain("zxcwiki") && !WikiNames.isCertain("scnwiktionary") && !WikiNames.isCertain("de"))
  }
}
