/// Something that a rule has met.
public struct RuleSubject: Sendable {
  public let kind: SubjectKind
  /// Identifies the subject among those of its kind, also in the state.
  public let text: String
  /// Identifies it for its feature, which looks up the marks of its rows by keys of this type.
  public let key: any Hashable & Sendable

  /// - Parameter text: The same for equal keys, and no others.
  public init(_ kind: SubjectKind, _ key: some Hashable & Sendable, text: String) {
    (self.kind, self.key, self.text) = (kind, key, text)
  }
}

extension RuleSubject: Hashable {
  public static func == (lhs: RuleSubject, rhs: RuleSubject) -> Bool { lhs.text == rhs.text && lhs.kind == rhs.kind }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
  }
}
