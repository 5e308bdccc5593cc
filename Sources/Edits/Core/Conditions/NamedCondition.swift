import Text

/// A condition on edits to which the settings give a name, so that a person can choose it.
public struct NamedCondition: Sendable, Hashable {
  public var name: SafeText
  public var condition: EditCondition

  public init(_ name: SafeText, _ condition: EditCondition) {
    self.name = name
    self.condition = condition
  }
}
