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

    /// The part before the first semicolon, colon or full stop: where a sentence is longer, what to do follows.
    var beginning: Substring { text.prefixMatch(of: /(.*?)[;:.](?: |$)/)?.1 ?? text[...] }
  }

  /// The folders and files whose texts are shown.
  private static let shown = [
    "Panes", "ViewModels", "Screen", "Terminal", "Store", "Processes", "SettingsFile/Forms", "SettingsFile/Live",
    "SettingsFile/Secrets", "SettingsFile/Table", "SettingsFile/YAML", "Clients", "Model", "reactui", "Assembly",
    "Recording", "Station/Access",
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

  static func sentences() throws -> [Sentence] {
    let files = shown.flatMap { name -> [URL] in
      let url = FloorTests.sources.appending(path: name)
      return url.pathExtension == "swift" ? [url] : FloorTests.swiftFiles(below: url)
    }
    return try files.sorted { $0.path < $1.path }.flatMap { file -> [Sentence] in
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { number, line -> [Sentence] in
        let code = line.trimmingCharacters(in: .whitespaces)
        // What a programmer meets, and what a database does.
        guard !code.hasPrefix("//"), !code.contains("precondition("), !code.contains("DELETE FROM") else { return [] }
        return literals(in: code)
          .filter { $0.matches(of: /[A-Za-z]{2,}/).count >= 4 }
          .map { Sentence(place: "\(file.lastPathComponent):\(number + 1)", text: $0) }
      }
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

  @Test func aSentenceBeginsBeforeItsFirstSign() {
    #expect(Sentence(place: "", text: "No key; set one").beginning == "No key")
    #expect(Sentence(place: "", text: "It takes http://HOST:PORT").beginning == "It takes http://HOST:PORT")
    #expect(Sentence(place: "", text: "Gone.").beginning == "Gone")
  }
}
