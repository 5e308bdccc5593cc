import Text

/// A condition on events of wikis, written in words: `risk>0.9 and not bot`, `(minor or bytes<10) and title:"New York"`.
///
/// | words | hold for |
/// | --- | --- |
/// | `risk>0.9` | edits with a high risk of being reverted; also `<`, `<=`, `=`, `>=` |
/// | `bytes<0` `edits<10` | edits that removed bytes, edits of users with fewer than 10 edits |
/// | `bot` `minor` `new` | edits of bots, minor edits, new pages |
/// | `newcomer` `anonymous` `reverted` | edits of newcomers, edits without an account, edits that were reverted |
/// | `title:zürich` `user:maria` | events whose title or user contains this text; case and diacritics do not matter |
/// | `wiki:de` | events of a wiki, by its code or its database name |
/// | `ns:talk` `ns:10` | edits of pages in a namespace, by its English name or its number |
///
/// They are joined by `and`, `or`, `not` and brackets; `not` binds most, `or` least. Text with blanks or brackets stands in
/// double quotes.
///
/// What the feed does not tell is unknown, and a condition that depends on it holds for no event: neither `bytes<10` nor
/// `not bytes<10` does where the size is unknown (Kleene's three-valued logic).
public struct EditCondition: Sendable, Hashable {
  /// The longest text, in characters.
  public static let lengthLimit = 1_000
  /// The most brackets and `not` inside each other.
  public static let depthLimit = 32

  /// The condition as written.
  public let text: String
  private let term: EditTerm

  /// - Throws: The first mistake in the text, with its column.
  public init(_ text: String) throws(EditConditionMistake) {
    self.text = text
    term = try EditConditionParser.term(of: text)
  }

  /// Returns whether the condition is known to hold for an event.
  public func holds(for event: WikiEvent) -> Bool { term.value(for: event) == true }

  /// Whether the condition depends on a word, such as `risk`.
  public func mentions(_ word: String) -> Bool { term.mentions(word) }

  /// Whether the condition depends on facts that a feed may report after the edit (``EditFacts``).
  public var dependsOnFacts: Bool { ["risk", "edits", "newcomer", "reverted"].contains(where: mentions) }

  /// Whether the condition depends on what the marks of a row tell.
  public var dependsOnMarks: Bool { ["bot", "minor", "new", "newcomer", "reverted"].contains(where: mentions) }

  /// All words that a condition can have, for completion and help.
  public static var words: [String] {
    EditNumber.allCases.map(\.rawValue) + EditFlag.allCases.map(\.rawValue)
      + EditWord.allCases.map { "\($0.rawValue):" }
      + ["and", "or", "not"]
  }
}

/// A mistake in the text of a condition.
public struct EditConditionMistake: Error, Sendable, Hashable {
  /// The place in the text, in characters from 1.
  public var column: Int
  /// What is wrong there, such as `"rsk" is not known; did you mean risk?`
  public var sentence: SafeText
}

extension EditConditionMistake: CustomStringConvertible {
  /// The sentence after its place: `column 6: …`.
  public var text: SafeText { "column \(column): \(sentence)" }
  public var description: String { text.string }
}

// MARK: - Terms

/// A number that an edit has.
enum EditNumber: String, Sendable, Hashable, CaseIterable {
  case risk, bytes
  /// The number of the user's edits.
  case edits
}

/// A statement that is true or false of an edit.
enum EditFlag: String, Sendable, Hashable, CaseIterable {
  case bot, minor, new, newcomer, anonymous, reverted
}

/// A word that is followed by a colon and a text.
enum EditWord: String, Sendable, Hashable, CaseIterable {
  case wiki, user, title
  case namespace = "ns"
}

/// A parsed condition, or a part of one.
indirect enum EditTerm: Sendable, Hashable {
  enum Comparison: String, Sendable, Hashable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case greaterOrEqual = ">="
    case greater = ">"
  }

  case number(EditNumber, Comparison, Double)
  case flag(EditFlag)
  case title(FilterWords)
  case user(FilterWords)
  /// The name of the wiki's database.
  case wiki(String)
  case namespace(Int)
  case not(EditTerm)
  case all([EditTerm])
  case any([EditTerm])

  /// Whether it is true of an event; `nil` if that is unknown.
  func value(for event: WikiEvent) -> Bool? {
    switch self {
    case .number(let number, let comparison, let limit): number.value(of: event).map { comparison.compare($0, limit) }
    case .flag(let flag): flag.value(of: event)
    case .title(let words): event.title.isEmpty ? nil : words.matches(FoldedText(event.title))
    case .user(let words): event.edit?.user.map { words.matches(FoldedText($0)) }
    case .wiki(let name): event.wiki.map { $0 == name }
    case .namespace(let number): event.edit?.namespace.map { $0 == number }
    case .not(let term): term.value(for: event).map { !$0 }
    case .all(let terms): Self.value(of: terms, for: event, decidedBy: false)
    case .any(let terms): Self.value(of: terms, for: event, decidedBy: true)
    }
  }

  /// - Parameter decisive: The value that decides the whole if one of the terms has it.
  private static func value(of terms: [EditTerm], for event: WikiEvent, decidedBy decisive: Bool) -> Bool? {
    var isKnown = true
    for term in terms {
      guard let value = term.value(for: event) else {
        isKnown = false
        continue
      }
      if value == decisive { return decisive }
    }
    return isKnown ? !decisive : nil
  }

  func mentions(_ word: String) -> Bool {
    switch self {
    case .number(let number, _, _): number.rawValue == word
    case .flag(let flag): flag.rawValue == word
    case .title: word == EditWord.title.rawValue
    case .user: word == EditWord.user.rawValue
    case .wiki: word == EditWord.wiki.rawValue
    case .namespace: word == EditWord.namespace.rawValue
    case .not(let term): term.mentions(word)
    case .all(let terms), .any(let terms): terms.contains { $0.mentions(word) }
    }
  }
}

extension EditTerm.Comparison {
  fileprivate func compare(_ value: Double, _ limit: Double) -> Bool {
    switch self {
    case .less: value < limit
    case .lessOrEqual: value <= limit
    case .equal: value == limit
    case .greaterOrEqual: value >= limit
    case .greater: value > limit
    }
  }
}

extension EditNumber {
  /// `nil` if it is unknown.
  fileprivate func value(of event: WikiEvent) -> Double? {
    switch self {
    case .risk: event.edit?.facts.risk
    case .bytes: event.lengthChange.map(Double.init)
    case .edits: event.edit?.facts.userEdits.map(Double.init)
    }
  }
}

extension EditFlag {
  /// `nil` if it is unknown, or the event is no edit.
  fileprivate func value(of event: WikiEvent) -> Bool? {
    guard let edit = event.edit else { return nil }
    return switch self {
    case .bot: edit.isBot
    case .minor: edit.isMinor
    case .new: edit.isNew
    case .newcomer: edit.facts.isNewcomer
    case .reverted: edit.facts.isReverted
    case .anonymous: edit.user.map { WikiEditor(user: $0, isBot: false) == .anonymous }
    }
  }
}
