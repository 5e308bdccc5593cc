import Text

/// A rule of the settings: what happens by itself, once for each question, edit or alarm.
public struct Rule: Sendable, Hashable, Identifiable {
  public enum Condition: Sendable, Hashable {
    case question(QuestionCondition)
    case edit(EditCondition)
    /// A room's latest temperature, in degrees Celsius.
    case room(RoomLimit)
  }

  public var condition: Condition
  /// The condition as written, which identifies the rule in the state.
  public var text: String
  /// The name of the own command that is run; `nil` for none.
  public var command: SafeText?
  /// Whether the terminal's bell rings.
  public var ringsBell: Bool

  public init(_ condition: Condition, text: String, command: SafeText? = nil, ringsBell: Bool = false) {
    self.condition = condition
    self.text = text
    self.command = command
    self.ringsBell = ringsBell
  }

  public var kind: SubjectKind {
    switch condition {
    case .question: .questions
    case .edit: .edits
    case .room: .rooms
    }
  }

  /// Identifies the rule in the state: with another condition or another command it is another rule.
  public var id: String { "\(kind.rawValue) \(text) \(command?.string ?? "")" }
}
