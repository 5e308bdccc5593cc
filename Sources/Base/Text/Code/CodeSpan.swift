/// A part of a line of code in one colour.
public struct CodeSpan: Sendable, Hashable {
  public enum Kind: Sendable, Hashable, CaseIterable {
    case plain, keyword, string, number, comment
  }

  public var kind: Kind
  /// Where it ends, in bytes of the line's UTF-8. It begins where the one before ends.
  public var end: Int

  public init(_ kind: Kind, end: Int) {
    self.kind = kind
    self.end = end
  }
}
