import Foundation
import Testing

/// The sentences that a person may meet: errors, notices, empty states, help. They stand where they are used; `make words`
/// lists them to be read in one go, and some rules of style are held here.
@Suite struct WordsTests {
  /// A sentence in the source.
  struct Sentence: Hashable {
    var place: String
    /// As it stands there, without what is interpolated.
    var text: String

    /// The part before the first semicolon, colon or full stop: where a sentence is longer, what to do follows. The blanks
    /// between columns do not count.
    var beginning: Substring {
      let text = text.replacing(/[ ]{2,}/, with: " ")
      return text.prefixMatch(of: /(.*?)[;:.](?: |$)/)?.1 ?? text[...]
    }
  }

  /// The folders and files whose texts are shown.
  private static let shown = [
    "PaneKit", "Terminal", "Storage", "Base/Processes", "Settings/Forms", "Settings/Live", "Settings/Secrets",
    "Settings/Table", "Settings/YAML", "Net", "Base/Model", "App", "Questions", "Edits", "Rooms", "Station/Access",
    "Station/HTTP", "Station/StationError.swift",
  ]

  /// The literals of a line of source without their interpolations.
  static func literals(in line: String) -> [String] {
    var found: [String] = []
    var text = ""
    /// The parentheses that are open in an interpolation.
    var depth = 0
    var isInside = false
    var rest = line[...]
    while let character = rest.popFirst() {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if character == "\"" {
        if isInside { found.append(text) }
        (text, isInside) = ("", !isInside)
      } else if isInside, character == "\\" {
        if rest.popFirst() == "(" { depth = 1 }
      } else if isInside {
        text.append(character)
      }
    }
    return found
  }

  /// The texts of a literal over several lines, in which a line that ends in a backslash goes on; none of what a database reads.
  static func texts(of lines: some Sequence<Substring>) -> [(offset: Int, text: String)] {
    var found: [(offset: Int, text: String)] = []
    var isOpen = false
    for (offset, line) in lines.enumerated() {
      var text = line.trimmingCharacters(in: .whitespaces)
      let goesOn = text.hasSuffix("\\")
      if goesOn { text.removeLast() }
      if isOpen { found[found.count - 1].text += text } else { found.append((offset, text)) }
      isOpen = goesOn
    }
    let isSQL = found.contains {
      $0.text.prefixMatch(of: /(?:INSERT|SELECT|DELETE|UPDATE|CREATE|ALTER|DROP|WITH)\b/) != nil
    }
    return isSQL ? [] : found.map { ($0.offset, literals(in: "\"\($0.text.replacing("\"", with: "”"))\"").joined()) }
  }

  /// The texts of a file, each with the index of its line.
  static func texts(in source: String) -> [(line: Int, text: String)] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [(line: Int, text: String)] = []
    /// The index of the line after the quotes that open a literal over several lines.
    var start: Int?
    for (index, line) in lines.enumerated() {
      var code = line.trimmingCharacters(in: .whitespaces)
      if let first = start {
        guard code.hasPrefix("\"\"\"") else { continue }
        found += texts(of: lines[first..<index]).map { (first + $0.offset, $0.text) }
        (code, start) = (String(code.dropFirst(3)), nil)
      }
      // What a programmer meets, and what a database does.
      guard !code.hasPrefix("//"), !code.contains("precondition("), !code.contains("DELETE FROM") else { continue }
      if let quotes = code.range(of: "\"\"\"") {
        start = index + 1
        code = String(code[..<quotes.lowerBound])
      }
      found += literals(in: code).map { (index, $0) }
    }
    return found
  }

  static func sentences() throws -> [Sentence] {
    let files = try shown.flatMap { name -> [URL] in
      let url = FloorTests.sources.appending(path: name)
      let files = url.pathExtension == "swift" ? [url] : FloorTests.swiftFiles(below: url)
      try #require(!files.isEmpty, "\(name)")
      return files
    }
    // Tables of names, which nobody reads as sentences.
    let tables = ["NamedReferences.swift", "WikiTable.swift"]
    return try files.filter { !tables.contains($0.lastPathComponent) }.sorted { $0.path < $1.path }.flatMap { file in
      try texts(in: String(contentsOf: file, encoding: .utf8))
        .filter { $0.text.matches(of: /[A-Za-z]{2,}/).count >= 4 }
        .map { Sentence(place: "\(file.lastPathComponent):\($0.line + 1)", text: $0.text) }
    }
  }

  @Test func noSentenceIsLongBeforeItSaysWhatToDo() throws {
    let sentences = try Self.sentences()
    #expect(sentences.count > 500, "the test finds the sentences")
    for sentence in sentences {
      #expect(sentence.beginning.count <= 90, "\(sentence.place): \(sentence.text)")
    }
    if ProcessInfo.processInfo.environment["REACTUI_WORDS"] == "1" {
      let list = sentences.map { "\($0.place): \($0.text)\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(list.utf8))
    }
  }

  /// Words that only mannered English has, and those that a program does not say.
  @Test func theWordsArePlain() throws {
    let words = /\b(?:anew|thus|whereabouts|oftener|of late|shall|please|sorry|oops|hereby|unfortunately)\b/
      .ignoresCase()
    #expect("Please wait".contains(words) && !"please-d".contains(/\bshall\b/))
    for sentence in try Self.sentences() {
      #expect(!sentence.text.contains(words), "\(sentence.place): \(sentence.text)")
    }
  }

  @Test(arguments: [
    (#"tell("one \(two("three")) four", five: "six")"#, ["one  four", "six"]),
    (#"let a = "say \"b\" twice""#, ["say b twice"]), ("let a = 1", []),
  ])
  func literalsAreFoundInCode(line: String, literals: [String]) {
    #expect(Self.literals(in: line).map { $0.replacing("\\\"", with: "") } == literals)
  }

  @Test func literalsOverSeveralLinesAreRead() {
    let source = #"""
      tell("one", """
        Two \(words("x")) "three" \
        four.
          Five
        """, "six")
      run("""
        INSERT INTO seven
        """)
      // """
      let eight = "nine"
      """#
    let texts = Self.texts(in: source)
    #expect(texts.map(\.text) == ["one", "Two  ”three” four.", "Five", "six", "nine"])
    #expect(texts.map(\.line) == [0, 1, 3, 4, 9])
  }

  @Test func aSentenceBeginsBeforeItsFirstSign() {
    #expect(Sentence(place: "", text: "No key; set one").beginning == "No key")
    #expect(Sentence(place: "", text: "It takes http://HOST:PORT").beginning == "It takes http://HOST:PORT")
    #expect(Sentence(place: "", text: "Gone.").beginning == "Gone")
  }
}
