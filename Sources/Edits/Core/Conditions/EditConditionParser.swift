import Text

/// Parses the text of an ``EditCondition`` by recursive descent.
///
/// ```
/// condition   = conjunction { "or" conjunction }
/// conjunction = negation { "and" negation }
/// negation    = "not" negation | "(" condition ")" | statement
/// statement   = flag | number comparison digits | word ":" text
/// ```
struct EditConditionParser {
  private typealias Mistake = EditConditionMistake

  private let characters: [Character]
  private var place = 0
  private var depth = 0

  static func term(of text: String) throws(EditConditionMistake) -> EditTerm {
    var parser = EditConditionParser(text)
    return try parser.wholeTerm()
  }

  private init(_ text: String) {
    // One character more than allowed shows that the text is too long.
    characters = Array(text.prefix(EditCondition.lengthLimit + 1))
  }

  private mutating func wholeTerm() throws(EditConditionMistake) -> EditTerm {
    if characters.count > EditCondition.lengthLimit {
      throw mistake("at most \(EditCondition.lengthLimit) characters are possible", at: EditCondition.lengthLimit)
    }
    let term = try condition(after: nil)
    skipBlanks()
    guard let next = peek else { return term }
    if next == ")" { throw mistake("this bracket closes none", at: place) }
    throw mistake("\"and\" or \"or\" is missing before \(Self.quoted(String(word)))", at: place)
  }

  // MARK: - Joined terms

  /// - Parameter word: The word before, for a mistake.
  private mutating func condition(after word: SafeText?) throws(EditConditionMistake) -> EditTerm {
    var terms = [try conjunction(after: word)]
    while take(word: "or") { terms.append(try conjunction(after: "or")) }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  private mutating func conjunction(after word: SafeText?) throws(EditConditionMistake) -> EditTerm {
    var terms = [try negation(after: word)]
    while take(word: "and") { terms.append(try negation(after: "and")) }
    return terms.count == 1 ? terms[0] : .all(terms)
  }

  private mutating func negation(after word: SafeText?) throws(EditConditionMistake) -> EditTerm {
    skipBlanks()
    let start = place
    if take(word: "not") {
      return .not(try nested(at: start) { parser throws(EditConditionMistake) in try parser.negation(after: "not") })
    }
    guard peek == "(" else { return try statement(after: word) }
    place += 1
    let term = try nested(at: start) { parser throws(EditConditionMistake) in try parser.condition(after: "(") }
    skipBlanks()
    guard let next = peek else { throw mistake("this bracket is not closed", at: start) }
    guard next == ")" else {
      throw mistake("\"and\", \"or\" or \")\" is missing before \(Self.quoted(String(self.word)))", at: place)
    }
    place += 1
    return term
  }

  private mutating func nested(
    at start: Int, _ parse: (inout EditConditionParser) throws(EditConditionMistake) -> EditTerm
  ) throws(EditConditionMistake) -> EditTerm {
    if depth == EditCondition.depthLimit {
      throw mistake("at most \(depth) brackets and nots inside each other are possible", at: start)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  // MARK: - Statements

  private mutating func statement(after word: SafeText?) throws(EditConditionMistake) -> EditTerm {
    skipBlanks()
    let start = place
    guard let first = peek, first != ")" else {
      let example: SafeText = "such as risk>0.9 or bot"
      throw mistake(
        word.map { "nothing stands after \($0); give a condition, \(example)" } ?? "give a condition, \(example)",
        at: start)
    }
    let name = String(self.word)
    guard !name.isEmpty else { throw mistake("\(Self.quoted(String(first))) cannot stand here", at: start) }
    let key = name.lowercased()
    if let number = EditNumber(rawValue: key) {
      place += name.count
      return try comparison(of: number, from: start)
    }
    if let flag = EditFlag(rawValue: key) {
      place += name.count
      if let next = peek, next == ":" || Self.isComparison(next) {
        throw mistake("\(Self.safe(flag.rawValue)) stands alone, without a value", at: place)
      }
      return .flag(flag)
    }
    if let text = EditWord(rawValue: key) {
      place += name.count
      return try term(of: text, from: start)
    }
    if ["and", "or"].contains(key) { throw mistake("a condition is missing before \(Self.safe(key))", at: start) }
    throw mistake(Self.unknown(name), at: start)
  }

  private mutating func comparison(of number: EditNumber, from start: Int) throws(EditConditionMistake) -> EditTerm {
    skipBlanks()
    var sign = ""
    while let next = peek, Self.isComparison(next), sign.count < 2 {
      sign.append(next)
      place += 1
    }
    guard let comparison = EditTerm.Comparison(rawValue: sign) else {
      throw mistake(
        "\(Self.safe(number.rawValue)) needs <, <=, =, >= or > and a number, such as \(number.example)",
        at: sign.isEmpty ? start : place - sign.count)
    }
    skipBlanks()
    let digitsStart = place
    let digits = String(characters[place...].prefix { !$0.isWhitespace && $0 != ")" && $0 != "(" })
    guard let value = number.value(digits) else {
      throw mistake(
        "\(Self.safe(number.rawValue)) takes \(number.expected), such as \(number.example)", at: digitsStart)
    }
    place += digits.count
    return .number(number, comparison, value)
  }

  private mutating func term(of text: EditWord, from start: Int) throws(EditConditionMistake) -> EditTerm {
    let name = Self.safe(text.rawValue)
    guard peek == ":" else { throw mistake("\(name) needs a colon, such as \(text.example)", at: start) }
    place += 1
    let valueStart = place
    let value = try textValue()
    let words = FilterWords(phrase: SafeText(label: value))
    if words.isEmpty {
      throw mistake("nothing stands after \(name):; give \(text.expected), such as \(text.example)", at: valueStart)
    }
    switch text {
    case .title: return .title(words)
    case .user: return .user(words)
    case .wiki:
      switch WikiNames.known.meaning(of: value) {
      case .wiki(let wiki): return .wiki(wiki)
      case .closed: throw mistake("the wiki \(Self.quoted(value)) was closed and has no edits any more", at: valueStart)
      case nil:
        let nearest = NearestWord.nearest(to: value, among: WikiNames.suggestions)
        let advice: SafeText =
          nearest.map { "did you mean \(Self.safe($0))?" } ?? "give \(text.expected), such as \(text.example)"
        throw mistake("no wiki is called \(Self.quoted(value)); \(advice)", at: valueStart)
      }
    case .namespace:
      guard let number = WikiNamespace.number(named: value) else {
        let nearest = NearestWord.nearest(to: value, among: WikiNamespace.names)
        let advice: SafeText =
          nearest.map { "did you mean \(Self.safe($0))?" } ?? "give \(text.expected)"
        throw mistake("no namespace is called \(Self.quoted(value)); \(advice)", at: valueStart)
      }
      return .namespace(number)
    }
  }

  /// The text after a colon: up to a blank or a bracket, or between double quotes.
  private mutating func textValue() throws(EditConditionMistake) -> String {
    guard peek == "\"" else {
      let value = characters[place...].prefix { !$0.isWhitespace && $0 != ")" && $0 != "(" }
      place += value.count
      return String(value)
    }
    guard let end = characters[(place + 1)...].firstIndex(of: "\"") else {
      throw mistake("this quote is not closed", at: place)
    }
    defer { place = end + 1 }
    return String(characters[(place + 1)..<end])
  }

  // MARK: - Characters

  private var peek: Character? { place < characters.count ? characters[place] : nil }

  private mutating func skipBlanks() {
    while let next = peek, next.isWhitespace { place += 1 }
  }

  /// The word that begins here.
  private var word: ArraySlice<Character> {
    characters[min(place, characters.count)...].prefix { !$0.isWhitespace && !"()<>=:\"".contains($0) }
  }

  private mutating func take(word expected: String) -> Bool {
    skipBlanks()
    let word = word
    guard String(word).lowercased() == expected else { return false }
    // `and:` and `or>1` are no joining words.
    if let next = characters[word.endIndex...].first, next == ":" || Self.isComparison(next) { return false }
    place = word.endIndex
    return true
  }

  private static func isComparison(_ character: Character) -> Bool { "<=>".contains(character) }

  // MARK: - Sentences

  private func mistake(_ sentence: SafeText, at place: Int) -> EditConditionMistake {
    EditConditionMistake(column: place + 1, sentence: sentence)
  }

  private static func safe(_ word: String) -> SafeText { SafeText(oneLine: word) }

  /// The column tells the place, so the beginning of a long word is enough.
  private static func quoted(_ word: String) -> SafeText { "\"\(SafeText(oneLine: word, limit: 20))\"" }

  private static func unknown(_ word: String) -> SafeText {
    let nearest = NearestWord.nearest(to: word, among: EditCondition.words)
    let advice: SafeText =
      nearest.map { "did you mean \(safe($0))?" }
      ?? "give one of \(EditCondition.words.map(safe).joined(separator: ", "))"
    return "\(quoted(word)) is not known; \(advice)"
  }
}

extension EditNumber {
  fileprivate var expected: SafeText {
    switch self {
    case .risk: "a number from 0 to 1"
    case .bytes: "a whole number"
    case .edits: "a whole number from 0 on"
    }
  }

  fileprivate var example: SafeText {
    switch self {
    case .risk: "risk>0.9"
    case .bytes: "bytes<-1000"
    case .edits: "edits<10"
    }
  }

  /// - Returns: `nil` unless the digits are a decimal number in the range of this number.
  fileprivate func value(_ digits: String) -> Double? {
    let isNumber =
      digits.utf8.count <= 15 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
    guard isNumber, let value = Double(digits), value.isFinite else { return nil }
    return switch self {
    case .risk: (0...1).contains(value) ? value : nil
    case .bytes: value == value.rounded() ? value : nil
    case .edits: value == value.rounded() && value >= 0 ? value : nil
    }
  }
}

extension EditWord {
  fileprivate var expected: SafeText {
    switch self {
    case .wiki: "its code or database name"
    case .user: "a part of the name"
    case .title: "a part of the title"
    case .namespace: "its number or English name"
    }
  }

  fileprivate var example: SafeText {
    switch self {
    case .wiki: "wiki:de"
    case .user: "user:maria"
    case .title: "title:\"new york\""
    case .namespace: "ns:talk"
    }
  }
}
