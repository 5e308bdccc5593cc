import Testing
import Text

@Suite struct FoldedTextsTests {
  private static let fields: [[SafeText]] = [
    ["Concurrency in Swift", "swift", "María"], [], ["Łódź Fabryczna"], [""], ["Auto Layout", "ios"],
    ["layout", "swift concurrency"], ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaanib", "nib"], ["swift"], ["x"],
  ]

  private static let texts = {
    var texts = FoldedTexts()
    for fields in fields { texts.append(fields) }
    return texts
  }()

  @Test(arguments: [
    "", "swift", "conc swift", "lodz", "layout", "layoutios", "tios", "nib", "a", "x", "xs", "maria layout", "並行性",
    "swift swift conc", "swiftx",
  ])
  func aTextAmongOthersMatchesAsItDoesAlone(filter: String) {
    let words = FilterWords(SafeText(oneLine: filter))
    let expected = Self.fields.indices.filter { words.matches(FoldedText(Self.fields[$0])) }
    #expect(Self.texts.places(matching: words) == expected)
    #expect(Self.texts.places(Array(Self.fields.indices), matching: words) == expected)
    #expect(Self.texts.places([1, 4, 7], matching: words) == expected.filter([1, 4, 7].contains))
  }

  @Test func aTextThatWasFoldedBeforeMatchesAsIt() {
    var others = FoldedTexts()
    for place in [2, 1, 0] { others.append(place, of: Self.texts) }
    #expect(others.count == 3)
    #expect(others.places(matching: FilterWords("lodz")) == [0])
    #expect(others.places(matching: FilterWords("swift")) == [2])
    #expect(FoldedTexts().places(matching: FilterWords("swift")).isEmpty)
  }
}
