import Text

/// A rule of the settings: what happens by itself, once for each subject or alarm.
public struct Rule: Sendable, Hashable, Identifiable {
  public var condition: RuleCondition
  /// The condition as written, which identifies the rule in the state.
  public var text: String
  /// The name of the own command that is run; `nil` for none.
  public var command: SafeText?
  /// Whether the terminal's bell rings.
  public var ringsBell: Bool

  public init(_ condition: RuleCondition, text: String, command: SafeText? = nil, ringsBell: Bool = false) {
    self.condition = condition
    self.text = text
    self.command = command
    self.ringsBell = ringsBell
  }

  public var kind: SubjectKind { condition.kind }

  /// Identifies the rule in the state: with another condition or another command it is another rule.
  public var id: String { "\(kind.name) \(text) \(command?.string ?? "")" }
}

/// The condition of a rule, a value whose type only the feature of the subjects knows.
public struct RuleCondition: Sendable, Hashable {
  /// The longest text of a condition, in characters.
  public static let lengthLimit = 1_000

  public let kind: SubjectKind
  private let content: any Hashable & Sendable

  public init(_ kind: SubjectKind, _ content: some Hashable & Sendable) {
    (self.kind, self.content) = (kind, content)
  }

  /// Returns the feature's own condition; `nil` if it has another type.
  public func content<Content>(as type: Content.Type) -> Content? { content as? Content }

  public static func == (lhs: RuleCondition, rhs: RuleCondition) -> Bool {
    lhs.kind == rhs.kind && lhs.content.equals(rhs.content)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    content.hash(into: &hasher)
  }
}

/// A mistake in the text of a condition, as a sentence.
public struct ConditionMistake: Error, Sendable, Hashable {
  public var sentence: SafeText

  public init(_ sentence: SafeText) { self.sentence = sentence }
}
