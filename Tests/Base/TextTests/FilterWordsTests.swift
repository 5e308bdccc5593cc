import Testing
import Text

@Suite struct FilterWordsTests {
  private func matches(_ filter: SafeText, _ fields: SafeText...) -> Bool {
    FilterWords(filter).matches(FoldedText(fields))
  }

  @Test func everyWordMustOccurInWhateverOrder() {
    #expect(matches("swift conc", "Concurrency in Swift"))
    #expect(!matches("swift rust", "Concurrency in Swift"))
    #expect(matches("", "anything"))
    #expect(matches("  \u{3000} ", "anything"), "blank text filters nothing")
  }

  @Test func wordsMayStandInDifferentFieldsButNotAcrossTwo() {
    #expect(matches("maria layout", "Auto Layout", "ios", "María"))
    #expect(!matches("layoutios", "Auto Layout", "ios"))
  }

  @Test(arguments: [
    ("lodz", "Łódź Fabryczna"), ("ŁÓDŹ", "lodz"), ("strasse", "Straße"), ("cafe", "Cafe\u{301}"), ("аёж", "ЁЖ АЕЖ"),
    ("ﾃｽﾄ", "テスト"), ("山田", "山田太郎"),
  ])
  func caseAndDiacriticsDoNotMatter(filter: String, text: String) {
    #expect(matches(SafeText(oneLine: filter), SafeText(oneLine: text)))
  }

  @Test func aWordIsFoundWhereverItStandsInTextsOfAnyLength() {
    for length in 0..<70 {
      for position in 0...length {
        let text = String(repeating: "a", count: position) + "nib" + String(repeating: "b", count: length - position)
        #expect(matches("nib", SafeText(oneLine: text)))
        #expect(!matches("nibs", SafeText(oneLine: text)))
      }
    }
    #expect(!matches("longer than", "long"))
  }

  @Test func rangesAreInCharactersOfTheOriginal() {
    #expect(FilterWords("conc").ranges(in: "Concurrency: conc") == [0..<4, 13..<17])
    #expect(FilterWords("cafe na").ranges(in: SafeText(oneLine: "Cafe\u{301} naïve")) == [0..<4, 5..<7])
    #expect(FilterWords("ab bc").ranges(in: "abc") == [0..<3], "matches that overlap are one")
    #expect(FilterWords("").ranges(in: "abc").isEmpty)
    #expect(FilterWords("s").ranges(in: "Straße") == [0..<1, 4..<5], "half of a folded letter marks all of it")
  }

  @Test(arguments: [
    ("swift", "swi", true), ("swift", "", true), ("swift ios", "if os", true), ("", "", true), ("ŁÓDŹ x", "lodz", true),
    ("swi", "swift", false), ("", "a", false), ("ab cd", "abcd", false), ("swift", "swift ios", false),
  ])
  func wordsAreNarrowerWhereEachOfTheOthersIsAPartOfOne(text: String, other: String, isNarrower: Bool) {
    let (words, others) = (FilterWords(SafeText(oneLine: text)), FilterWords(SafeText(oneLine: other)))
    #expect(words.isNarrower(than: others) == isNarrower)
  }
}
