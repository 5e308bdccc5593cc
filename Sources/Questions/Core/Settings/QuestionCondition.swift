import Model
import Text

/// A condition on questions, written in words that must all hold: `tag:swift unanswered score>=3`.
///
/// | words | hold for |
/// | --- | --- |
/// | `tag:swift` or `[swift]` | questions with the tag |
/// | `unanswered` `answered` `accepted` `closed` | questions without answers, with some, with an accepted one, closed ones |
/// | `unread` | what a person has not read; only in the condition of a tab, since a rule looks at what arrives |
/// | `score>=3` `answers=0` `views>100` `bounty>=50` | numbers; also `<`, `<=`; `score:3` is `score>=3`, as in a search |
/// | `title:crash` `user:maria` | text in the title, in the asker's name; case and diacritics do not matter |
/// | `not` before a word | that it does not hold |
///
/// What the service does not tell is unknown, and a condition that depends on it does not hold.
public struct QuestionCondition: Sendable, Hashable {
  /// The condition as written.
  public let text: String
  private let terms: [Term]

  private struct Term: Sendable, Hashable {
    var isNegated: Bool
    var test: Test
  }

  private enum Test: Sendable, Hashable {
    case tag(String)
    case flag(Flag)
    case number(Number, String, Double)
    case title(FilterWords)
    case user(FilterWords)
  }

  private enum Flag: String, Sendable, CaseIterable {
    case unanswered, answered, accepted, closed, unread
  }

  private enum Number: String, Sendable, CaseIterable {
    case score, answers, views, bounty
  }

  /// All words that the condition of a tab can have.
  private static let tabWords =
    ["tag:"] + Flag.allCases.map(\.rawValue) + Number.allCases.map(\.rawValue) + ["title:", "user:", "not"]

  /// - Parameter isOfTab: Whether `unread` is a word.
  /// - Throws: the first mistake, as a sentence.
  public init(_ text: String, isOfTab: Bool = false) throws(ConditionMistake) {
    self.text = text
    guard text.count <= RuleCondition.lengthLimit else { throw ConditionMistake("the condition is too long") }
    var terms: [Term] = []
    var isNegated = false
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      if word.lowercased() == "not" {
        isNegated.toggle()
        continue
      }
      terms.append(Term(isNegated: isNegated, test: try Self.test(word, isOfTab: isOfTab)))
      isNegated = false
    }
    guard !terms.isEmpty, !isNegated else { throw ConditionMistake("a word is missing") }
    self.terms = terms
  }

  private static func test(_ word: String, isOfTab: Bool) throws(ConditionMistake) -> Test {
    let words = tabWords.filter { isOfTab || $0 != Flag.unread.rawValue }
    let meant: SafeText =
      NearestWord.nearest(to: word, among: words).map { " (did you mean \(SafeText(oneLine: $0))?)" } ?? ""
    let list = words.map { SafeText(oneLine: $0) }.joined(separator: ", ")
    let unknown = ConditionMistake(
      "“\(SafeText(oneLine: word, limit: 30))” is not known\(meant); words are \(list)")
    if word.begins(with: "["), word.ends(with: "]"), word.count > 2 {
      return .tag(word.dropFirst().dropLast().lowercased())
    }
    if let flag = Flag(rawValue: word.lowercased()), isOfTab || flag != .unread { return .flag(flag) }
    let name = word.prefix { $0.isASCII && $0.isLetter }
    let rest = word[name.endIndex...]
    if let number = Number(rawValue: name.lowercased()) {
      let comparison = rest.prefix { "<>=:".contains($0) }
      let isKnown = ["<", "<=", "=", ">=", ">", ":"].contains(comparison)
      guard isKnown, let limit = Double(rest[comparison.endIndex...]), limit.isFinite else {
        throw ConditionMistake("after \(SafeText(oneLine: String(name))) stands a comparison, such as >=3")
      }
      return .number(number, comparison == ":" ? ">=" : String(comparison), limit)
    }
    guard rest.first == ":", rest.count > 1 else { throw unknown }
    let value = String(rest.dropFirst())
    switch name.lowercased() {
    case "tag": return .tag(value.lowercased())
    case "title": return .title(FilterWords(SafeText(label: value)))
    case "user": return .user(FilterWords(SafeText(label: value)))
    default: throw unknown
    }
  }

  /// Returns whether the condition is known to hold for a question.
  ///
  /// - Parameter isRead: `nil` if that is unknown.
  public func holds(for question: Question, isRead: Bool? = nil) -> Bool {
    terms.allSatisfy { term in Self.value(of: term.test, for: question, isRead).map { $0 != term.isNegated } ?? false }
  }

  /// `nil` if it is unknown.
  private static func value(of test: Test, for question: Question, _ isRead: Bool?) -> Bool? {
    switch test {
    case .tag(let tag): question.tags.contains { $0.string == tag }
    case .flag(.unanswered): question.answerCount.map { $0 == 0 }
    case .flag(.answered): question.answerCount.map { $0 > 0 }
    case .flag(.accepted): question.acceptedAnswerID != nil
    case .flag(.closed): question.closedReason != nil
    case .flag(.unread): isRead.map { !$0 }
    case .number(let number, let comparison, let limit):
      value(of: number, for: question).map { Self.compare(Double($0), comparison, limit) }
    case .title(let words): words.matches(FoldedText(question.title))
    case .user(let words): question.asker.map { words.matches(FoldedText($0)) }
    }
  }

  private static func value(of number: Number, for question: Question) -> Int? {
    switch number {
    case .score: question.score
    case .answers: question.answerCount
    case .views: question.viewCount
    case .bounty: question.bounty ?? 0
    }
  }

  private static func compare(_ value: Double, _ comparison: String, _ limit: Double) -> Bool {
    switch comparison {
    case "<": value < limit
    case "<=": value <= limit
    case "=": value == limit
    case ">=": value >= limit
    default: value > limit
    }
  }
}
