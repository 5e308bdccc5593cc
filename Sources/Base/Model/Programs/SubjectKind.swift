import Text

/// A kind of subject for own commands and rules. Each feature declares its own.
public struct SubjectKind: Sendable {
  /// Identifies the kind in the settings and in the state.
  public let name: String
  /// What one of its subjects is called.
  public let noun: SafeText
  /// What own commands can be told of a subject, in the order of documents.
  public let values: [ProgramValue]
  /// Whether a subject is an alarm, which ends by itself: a rule meets each alarm, in each run. It meets everything else once.
  public let isAlarm: Bool

  public init(_ name: String, noun: SafeText, values: [ProgramValue], isAlarm: Bool = false) {
    (self.name, self.noun, self.values, self.isAlarm) = (name, noun, values, isAlarm)
  }
}

extension SubjectKind: Hashable {
  public static func == (lhs: SubjectKind, rhs: SubjectKind) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What the settings must know of a kind of subject: how a rule's condition is read, and what documents say.
public struct SubjectDescription: Sendable {
  public typealias ConditionReading = @Sendable (String) throws(ConditionMistake) -> RuleCondition

  public let kind: SubjectKind
  /// Reads the condition of a rule.
  public let condition: ConditionReading
  /// What a condition is: `above or below a temperature`.
  public let meaning: SafeText
  /// Conditions, the shortest first; at least one.
  public let examples: [String]
  /// An own command for such subjects, as in the settings; `nil` for no example.
  public let command: SafeText?

  public init(
    _ kind: SubjectKind, meaning: SafeText, examples: [String], command: SafeText? = nil,
    condition: @escaping ConditionReading
  ) {
    (self.kind, self.meaning, self.examples) = (kind, meaning, examples)
    (self.command, self.condition) = (command, condition)
  }
}

extension Sequence<SubjectDescription> {
  /// What subjects of any kind have, each once. The number that many kinds have is the last.
  public var values: [ProgramValue] {
    let all = flatMap(\.kind.values).uniqued(by: \.self)
    return all.filter { $0 != .value } + all.filter { $0 == .value }
  }
}
