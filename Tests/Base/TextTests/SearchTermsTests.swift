import Testing
import Text

@Suite struct SearchTermsTests {
  @Test(arguments: [
    ("How does Łódź naïve Straße?", ["how", "does", "lodz", "naive", "strasse"]),
    ("C++ and C#, f#; c++11 i++;", ["c++", "and", "c#", "f#", "c", "11", "i++"]),
    ("foo_bar std::vector async-await a+b", ["foo", "bar", "std", "vector", "async", "await", "a", "b"]),
    ("東京の fish", ["東", "京", "の", "fish"]), ("x🙂y 한국", ["x", "🙂", "y", "한", "국"]),
    ("\"a\" AND (b) NEAR/3 c:d ^e *", ["a", "and", "b", "near", "3", "c", "d", "e"]),
    ("+++ ### -- ''", []), ("", []), ("हिन्दी поток", ["हिन्दी", "поток"]),
  ])
  func aTextIsItsFoldedTerms(text: String, terms: [String]) {
    #expect(SearchTerms.terms(of: SafeText(oneLine: text)) == terms)
  }

  @Test func termsOfTwoTextsDoNotTouch() {
    #expect(SearchTerms.joined(["Swift", "actor", "", "c++"]) == "swift actor c++")
  }

  @Test func aTextIsItsLines() {
    let text = RichText(blocks: [
      .heading(level: 1, [.init("Why")]),
      .paragraph([.init("one "), .init("two", style: [.bold, .lineBreak]), .init("three")]),
      .code(["let a = 1", "", "b"]), .rule, .quote([.paragraph([.init("quoted")])]),
      .list(ordered: true, start: 1, items: [[.paragraph([.init("item")])], []]),
      .table(rows: [[[.init("cell")], []]], hasHead: true),
    ])
    #expect(
      text.lines == ["Why", "one two three", "let a = 1", "b", "quoted", "item", "cell"])
  }
}
