import Text

/// The words of a search, parsed as a person types them: the operators of the site's search that the service has parameters
/// for, and the rest.
///
/// | words | meaning |
/// | --- | --- |
/// | `[swift]` `-[ios]` | with the tag, without it |
/// | `user:1234` | asked by the user with this number |
/// | `is:accepted` `is:unaccepted` `is:answered` `is:closed` `is:open` | the question's status |
/// | `score:5` `answers:2` `views:100` | at least this many |
/// | `title:"…"` `body:"…"` | words in its title, in its text |
///
/// Other words with a colon are words like any other (`std::vector`).
public struct QuestionSearch: Sendable, Hashable {
  public var words: [String] = []
  public var tags: [String] = []
  public var withoutTags: [String] = []
  public var user: Int?
  public var isAccepted: Bool?
  public var isClosed: Bool?
  public var score: Int?
  public var answers: Int?
  public var views: Int?
  public var title: String?
  public var body: String?
  /// The mistakes in the words, as sentences for the person who typed them.
  public var mistakes: [SafeText] = []

  /// The least length of a text that is searched for while it is typed.
  public static let leastLength = 3

  public init(_ text: String) {
    var rest = Substring(text)
    while let word = Self.word(&rest, mistakes: &mistakes) { read(word) }
    if !withoutTags.isEmpty, words.isEmpty, tags.isEmpty, user == nil, title == nil, body == nil {
      mistakes.append("-[\(SafeText(oneLine: withoutTags[0]))] needs another word beside it")
    }
  }

  /// Whether there is nothing to search for.
  public var isEmpty: Bool { self == QuestionSearch("") }

  /// Whether questions are found by words, which they match more or less.
  public var hasWords: Bool { !words.isEmpty || title != nil || body != nil }

  // MARK: - Words

  /// Removes the next word from a text. Blanks in quotes and brackets do not end it.
  private static func word(_ text: inout Substring, mistakes: inout [SafeText]) -> String? {
    text = text.drop(while: \.isWhitespace)
    guard !text.isEmpty else { return nil }
    var word = ""
    var closing: Character?
    while let character = text.first, closing != nil || !character.isWhitespace {
      word.append(text.removeFirst())
      if character == closing {
        closing = nil
      } else if closing == nil, character == "\"" || character == "[" {
        closing = character == "\"" ? "\"" : "]"
      }
    }
    if let closing {
      mistakes.append("\(SafeText(oneLine: String(closing))) is missing after \(SafeText(oneLine: word))")
    }
    return word
  }

  private mutating func read(_ word: String) {
    if let tag = Self.tag(word) {
      takeTag(tag, into: \.tags)
    } else if word.begins(with: "-"), let tag = Self.tag(String(word.dropFirst())) {
      takeTag(tag, into: \.withoutTags)
    } else if let colon = word.firstIndex(of: ":"), word.first != "\"" {
      read(word, name: word[..<colon].lowercased(), value: Self.unquoted(word[word.index(after: colon)...]))
    } else {
      words.append(word)
    }
  }

  private mutating func takeTag(_ tag: String, into list: WritableKeyPath<QuestionSearch, [String]>) {
    self[keyPath: list].append(tag)
    // The service treats `;` as the end of a tag, and finds nothing for a tag with a blank.
    guard tag.contains(where: { $0.isWhitespace || $0 == ";" || $0 == "," }) else { return }
    mistakes.append("[\(SafeText(oneLine: tag))] is no tag: tags have no blanks, commas or semicolons")
  }

  private mutating func read(_ word: String, name: String, value: String) {
    switch name {
    case "user": user = number(value, of: "user", example: "1234")
    case "score": score = number(value, of: "score", example: "5")
    case "answers": answers = number(value, of: "answers", example: "1")
    case "views": views = number(value, of: "views", example: "100")
    case "title": title = text(value, of: "title")
    case "body": body = text(value, of: "body")
    case "is":
      switch value.lowercased() {
      case "accepted": isAccepted = true
      case "unaccepted": isAccepted = false
      case "answered": answers = max(answers ?? 1, 1)
      case "closed": isClosed = true
      case "open": isClosed = false
      default: mistakes.append("is: takes accepted, unaccepted, answered, closed or open")
      }
    default: words.append(word)
    }
  }

  private mutating func number(_ value: String, of name: SafeText, example: SafeText) -> Int? {
    // The service's ids have 32 bits.
    if let number = Int(value), number >= (name == "score" ? -1_000_000 : 0), number <= Int32.max { return number }
    mistakes.append("\(name): takes a number, such as \(name):\(example)")
    return nil
  }

  private mutating func text(_ value: String, of name: SafeText) -> String? {
    if value.isEmpty { mistakes.append("\(name): takes words, such as \(name):\"web socket\"") }
    return value.isEmpty ? nil : value
  }

  private static func tag(_ word: String) -> String? {
    guard word.count > 2, word.begins(with: "["), word.ends(with: "]") else { return nil }
    return word.dropFirst().dropLast().trimmed.lowercased()
  }

  private static func unquoted(_ text: Substring) -> String {
    text.count > 1 && text.begins(with: "\"") && text.ends(with: "\"")
      ? String(text.dropFirst().dropLast()) : String(text)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
