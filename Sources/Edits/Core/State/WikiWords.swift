import Model
import Text

/// The words that a person types to choose wikis: database names, codes, addresses or languages (``WikiNames``). The last one is
/// completed.
///
/// | text | wikis |
/// | --- | --- |
/// | `de` | the German Wikipedia |
/// | `en, dewiktionary` | the English Wikipedia and the German Wiktionary |
/// | `simple english de` | the Wikipedias in Simple English and in German |
/// | `all` | all wikis |
public struct WikiWords: Sendable, Equatable {
  /// A selection that the text may mean.
  public struct Suggestion: Sendable, Equatable {
    public var selection: WikiSelection
    /// The wiki that the last word may mean; `nil` for the complete words as typed, and for all wikis.
    public var wiki: Wiki?
    /// The domain of that wiki.
    public var domain: SafeText?
    /// The text after its last word is completed.
    public var completion: SafeText?
  }

  private let text: String
  private let words: [String]
  private let wikis: [Wiki]
  private let names: WikiNames
  /// Whether the last word is still being typed.
  private let isOpen: Bool
  /// Where the last word begins.
  private let lastStart: String.Index

  /// - Parameter wikis: The wikis that are found by their codes and languages.
  public init(_ text: SafeText, among wikis: [Wiki] = Wiki.known) {
    self.wikis = wikis
    self.text = text.string
    names = wikis == Wiki.known ? .known : WikiNames(wikis)
    isOpen = text.string.last.map { !Self.separates($0) } ?? false
    (words, lastStart) = Self.words(of: text.string, names, isOpen: isOpen)
  }

  /// Returns the words in lower case, of which a language may be several, and where the last one begins.
  private static func words(
    of text: String, _ names: WikiNames, isOpen: Bool
  ) -> (words: [String], lastStart: String.Index) {
    let parts = text.split(whereSeparator: separates)
    var (words, lastStart) = ([String](), text.endIndex)
    var place = 0
    while place < parts.count {
      lastStart = parts[place].startIndex
      let ends = (place + 1..<min(place + WikiNames.longestPhrase, parts.count)).reversed()
      let end = ends.first { end in
        guard !text[lastStart..<parts[end].endIndex].contains(",") else { return false }
        let phrase = parts[place...end].joined(separator: " ").lowercased()
        return names.databaseName(of: phrase) != nil || isOpen && end + 1 == parts.count && names.isBeginning(phrase)
      }
      words.append(parts[place...(end ?? place)].joined(separator: " ").lowercased())
      place = (end ?? place) + 1
    }
    return (words, lastStart)
  }

  private func databaseName(of word: String) -> String? { names.databaseName(of: word) }

  private static func separates(_ character: Character) -> Bool { character.isWhitespace || character == "," }

  /// Why the words cannot choose anything; `nil` if they can, or may after the last one is completed.
  public var mistake: SafeText? {
    if words.count > WikiSelection.limit { return "at most \(WikiSelection.limit) wikis" }
    let complete = isOpen ? words.dropLast() : words[...]
    guard let word = complete.first(where: { databaseName(of: $0) == nil }) else { return nil }
    if names.meaning(of: word) == nil { return "no wiki is called \(SafeText(label: word))" }
    return "the wiki \(SafeText(label: word)) was closed and has no edits any more"
  }

  /// The wikis that the words name, all of which are complete; `nil` if one of them names none.
  public var selection: WikiSelection? {
    if words == [WikiSelection.allWord] { return .all }
    let names = words.compactMap(databaseName)
    return names.isEmpty || names.count < words.count || names.count > WikiSelection.limit ? nil : WikiSelection(names)
  }

  /// The selections that the words may mean, the best first.
  ///
  /// - Parameter current: The current selection, which is offered while nothing has been typed.
  public func suggestions(current: WikiSelection) -> [Suggestion] {
    guard mistake == nil else { return [] }
    let before = (isOpen ? words.dropLast() : words[...]).compactMap(databaseName)
    let last = isOpen ? words.last : nil
    var suggestions: [Suggestion] = []
    if words.isEmpty, current.names.count > 1 { suggestions.append(Suggestion(selection: current)) }
    // All words as typed, including the last one if it names a wiki.
    let typed = last.map { databaseName(of: $0).map { before + [$0] } } ?? (before.isEmpty ? nil : before)
    if let typed, typed.count > 1 { suggestions.append(Suggestion(selection: WikiSelection(typed))) }
    if before.isEmpty, WikiSelection.allWord.begins(with: last ?? "") {
      suggestions.append(Suggestion(selection: .all, completion: SafeText(oneLine: WikiSelection.allWord)))
    }
    if let name = typed?.last, last != nil {
      suggestions.append(suggestion(name, wikis.first { $0.name == name }, after: before))
    }
    for wiki in wikis(matching: last ?? "") where !before.contains(wiki.name) {
      suggestions.append(suggestion(wiki.name, wiki, after: before))
    }
    return suggestions.uniqued(by: \.selection)
  }

  private func suggestion(_ name: String, _ wiki: Wiki?, after names: [String]) -> Suggestion {
    let kept = isOpen ? text[..<lastStart] : text[...]
    return Suggestion(
      selection: WikiSelection(names + [name]), wiki: wiki,
      domain: WikiDomain.domain(ofDatabase: name).map { SafeText(oneLine: $0) },
      completion: SafeText(oneLine: kept + name))
  }

  /// The known wikis whose code, name or language begins with the letters, followed by those that contain them.
  private func wikis(matching letters: String) -> [Wiki] {
    guard !letters.isEmpty else { return wikis }
    let named = wikis.map { wiki in
      (
        wiki,
        [String(wiki.code), wiki.name, wiki.language.string, wiki.nativeLanguage?.string ?? ""]
          .map { $0.lowercased() }
      )
    }
    let first = named.filter { $0.1.contains { $0.begins(with: letters) } }
    return (first + named.filter { $0.1.contains { $0.contains(letters) } }).map(\.0).uniqued(by: \.name)
  }
}
