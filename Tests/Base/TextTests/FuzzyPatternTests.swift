import Testing
import Text

@Suite struct FuzzyPatternTests {
  private static let names: [SafeText] = [
    "next pane", "previous pane", "refresh this pane", "refresh all panes", "open the question",
    "open in the browser", "copy the link", "show that tab", "zoom in, out", "earlier, later", "quit",
    "this help", "draw the screen again", "suspend; fg comes back", "higher, lower", "previous, next tab",
  ]

  private func found(_ typed: SafeText, in names: [SafeText] = names) -> [String] {
    FuzzyPattern(typed).rank(names, name: { $0 }).map(\.value.string)
  }

  /// What is typed, and what comes first.
  @Test(arguments: [
    ("np", "next pane"), ("pp", "previous pane"), ("ref", "refresh this pane"), ("rap", "refresh all panes"),
    ("oib", "open in the browser"), ("brow", "open in the browser"), ("link", "copy the link"), ("q", "quit"),
    ("tab", "show that tab"), ("help", "this help"), ("zo", "zoom in, out"), ("fg", "suspend; fg comes back"),
    ("pane next", "next pane"), ("lower", "higher, lower"), ("NEXT", "next pane"),
  ])
  func theLettersOfWordsStartsComeFirst(typed: String, first: String) {
    #expect(found(SafeText(oneLine: typed)).first == first)
  }

  /// What is typed, which of two names is the better one.
  @Test(arguments: [
    // The start of the name before the start of a word, that before the inside of one.
    ("open", "open it", "do open"), ("open", "do open", "reopened"),
    // Letters that follow each other before scattered ones.
    ("abc", "x abc", "xa xb xc d"), ("tab", "table", "that abyss"),
    // The shorter of two equals.
    ("tag", "tags", "tags of the site"),
    // A short gap before a long one.
    ("ab", "xaxb", "xaxxxxb"),
  ])
  func ofTwoNamesTheBetterOneComesFirst(typed: String, better: String, worse: String) {
    let names = [worse, better].map { SafeText(oneLine: $0) }
    #expect(found(SafeText(oneLine: typed), in: names) == [better, worse])
  }

  /// What is typed, in which name, and which characters match.
  @Test(arguments: [
    ("np", "next pane", [0..<1, 5..<6]), ("pane", "previous pane", [9..<13]), ("ne", "pane next", [5..<7]),
    ("zurich", "Zürich", [0..<6]), ("łó", "Łódź", [0..<2]), ("strasse", "Straße", [0..<6]),
    ("pane next", "next pane", [0..<4, 5..<9]), ("the", "open the question", [5..<8]), ("", "anything", []),
    ("  ", "anything", []),
  ])
  func theRangesAreThoseOfTheBestMatch(typed: String, name: String, ranges: [Range<Int>]) {
    #expect(FuzzyPattern(SafeText(oneLine: typed)).match(SafeText(oneLine: name))?.ranges == ranges)
  }

  @Test(arguments: ["xyz", "penx", "paneen", "next pane pane p q", "nextpane!"])
  func lettersThatAreMissingOrInAnotherOrderMatchNothing(typed: String) {
    #expect(FuzzyPattern(SafeText(oneLine: typed)).match("next pane") == nil)
  }

  @Test func nothingTypedLeavesTheOrder() {
    #expect(found(" ") == Self.names.map(\.string))
  }

  @Test func anAliasIsFoundAfterNames() {
    let commands: [(SafeText, SafeText)] = [("quit", "app.quit"), ("appear", "x"), ("zoom in", "chart.zoom-in")]
    let pattern = FuzzyPattern("app")
    let found = pattern.rank(commands, name: { $0.0 }, alias: { $0.1 })
    #expect(found.map(\.value.0) == ["appear", "quit"])
    #expect(found.last?.match.ranges == [])
    #expect(FuzzyPattern("chart in").match("zoom in", alias: "chart.zoom-in")?.ranges == [5..<7])
  }

  /// The best match found in one pass is the best of all ways to choose the letters.
  @Test func theScoreIsThatOfTheBestWay() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let name = String((0..<Int.random(in: 1...9, using: &random)).map { _ in "ab c".randomElement() ?? "a" })
      let word = String((0..<Int.random(in: 1...4, using: &random)).map { _ in "abc".randomElement() ?? "a" })
      let match = FuzzyPattern(SafeText(oneLine: word)).match(SafeText(oneLine: name))
      let best = Self.bestScore(Array(word), Array(name))
      #expect(match?.score == best, "\(word) in “\(name)”")
    }
  }

  /// Tries every way.
  private static func bestScore(_ word: [Character], _ name: [Character]) -> Int? {
    func bonus(_ place: Int) -> Int {
      guard name[place] != " ", place == 0 || name[place - 1] == " " else { return 0 }
      return place == 0 ? 11 : 8
    }
    func best(_ letter: Int, after last: Int?) -> Int? {
      guard letter < word.count else { return 0 }
      var scores: [Int] = []
      for place in ((last ?? -1) + 1)..<max((last ?? -1) + 1, name.count) where name[place] == word[letter] {
        guard let rest = best(letter + 1, after: place) else { continue }
        let gap = last.map { place - $0 - 1 } ?? 0
        let step = last == nil ? bonus(place) : gap == 0 ? 5 : -2 - gap
        scores.append(16 + bonus(place) + step + rest)
      }
      return scores.max()
    }
    return best(0, after: nil)
  }
}
