import Text

/// The names by which a person calls wikis: database names, codes, addresses and languages.
///
/// | word | wiki |
/// | --- | --- |
/// | `dewiktionary`, `xyzwiki` | the one with that database name, also of a wiki that is not listed, by its form |
/// | `de`, `zh-yue`, `wikidata` | the one whose address begins with it; of several the first listed, else the Wikipedia |
/// | `nb`, `yue`, `nanwiktionary` | the one of that language, where the wiki itself has another code |
/// | `de.wiktionary.org` | the one with that address |
/// | `german`, `Deutsch` | the one of that language |
///
/// Settings, `REACTUI_WIKIS`, `--wiki`, `wiki:` in conditions and `w` all read names with it.
public struct WikiNames: Sendable, Equatable {
  /// What a word means.
  public enum Meaning: Sendable, Hashable {
    /// A wiki by the name of its database. If it is not certain (``isCertain(_:)``), it may have been founded later, or never.
    case wiki(String)
    /// A wiki, by the name of its database, that was closed or deleted: there are no edits any more.
    case closed(String)
  }

  /// The database names of wikis, by everything in lower case that means them.
  private let names: [String: String]
  /// The languages that are several words.
  private let phrases: [String]

  /// The longest phrase that ``isBeginning(_:)`` and ``databaseName(of:)`` can know, in words.
  public static let longestPhrase = 4

  /// - Parameter wikis: Of several with the same code or language, the first one is meant.
  public init(_ wikis: [Wiki]) {
    var names: [String: String] = [:]
    func add(_ word: String, _ wiki: Wiki) { if names[word] == nil { names[word] = wiki.name } }
    for wiki in wikis { add(wiki.name, wiki) }
    for wiki in wikis { add(String(wiki.code), wiki) }
    var phrases: [String] = []
    for wiki in wikis {
      for language in [wiki.language, wiki.nativeLanguage].compactMap({ $0?.string.lowercased() }) {
        add(language, wiki)
        if language.contains(" ") { phrases.append(language) }
      }
    }
    (self.names, self.phrases) = (names, phrases)
  }

  /// The names of the largest wikis.
  public static let known = WikiNames(Wiki.known)

  /// Returns the wiki that a word means, in any case; `nil` if it means none.
  public func meaning(of word: String) -> Meaning? {
    let word = word.lowercased()
    let code = word.replacing("_", with: "-")
    if let name = names[word] ?? names[code] ?? Self.codes[code] { return .wiki(name) }
    let name = WikiDomain.database(ofDomain: word) ?? WikiDomain.resolved(word)
    if WikiTable.closed.contains(name) { return .closed(name) }
    if WikiDomain.domain(ofDatabase: name) != nil { return .wiki(name) }
    let wikipedia = Self.wikipedia(code)
    return WikiTable.closed.contains(wikipedia) ? .closed(wikipedia) : nil
  }

  /// Returns the database name of the wiki that a word means, in any case; `nil` if it means none, or a closed one.
  public func databaseName(of word: String) -> String? {
    if case .wiki(let name) = meaning(of: word) { name } else { nil }
  }

  /// Whether a language of several words begins with a text in lower case.
  public func isBeginning(_ text: String) -> Bool { phrases.contains { $0.begins(with: text) } }

  /// Whether a wiki that can be edited has the database name for certain. Others may have been founded later, or never.
  public static func isCertain(_ database: String) -> Bool { WikiTable.open.contains(database) }

  /// Whether the database name is that of a wiki that was closed or deleted.
  public static func isClosed(_ database: String) -> Bool { WikiTable.closed.contains(database) }

  /// The words that a misspelt one may have meant.
  public static var suggestions: [String] {
    let codes = WikiTable.wikipedias.map { $0.replacing("_", with: "-") }
    return Wiki.known.map(\.name) + codes + WikiTable.wikipedias.map { $0 + "wiki" } + Wiki.known.map(\.language.string)
  }

  private static func wikipedia(_ code: String) -> String { code.replacing("-", with: "_") + "wiki" }

  /// The database names of the open Wikipedias by their codes, and of the wikis without a language by the names in their
  /// addresses; those of Wikipedias also by other codes of their language.
  private static let codes: [String: String] = {
    let wikipedias = WikiTable.wikipedias.map { ($0.replacing("_", with: "-"), $0 + "wiki") }
    let aliases = WikiTable.aliases.map { ($0, wikipedia($1)) }
    let others = WikiTable.others.map { (String(Wiki($0 + "wiki", "").code), $0 + "wiki") }
    return Dictionary(wikipedias + aliases + others) { first, _ in first }
  }()
}
