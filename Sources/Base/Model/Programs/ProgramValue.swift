import Text

/// Something that an own command can be told of its subject, by the name of its placeholder.
public struct ProgramValue: Sendable {
  public let name: String
  /// Whether it is a text of several lines.
  public let isText: Bool
  /// The sentence for a subject that lacks it.
  let whenMissing: SafeText

  public init(_ name: String, isText: Bool = false, whenMissing: SafeText? = nil) {
    (self.name, self.isText) = (name, isText)
    self.whenMissing = whenMissing ?? "\(SafeText(oneLine: name)) is not known"
  }
}

extension ProgramValue: Hashable {
  public static func == (lhs: ProgramValue, rhs: ProgramValue) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What subjects of several kinds have. What one kind alone has is declared beside it.
extension ProgramValue {
  public static let url = ProgramValue("url", whenMissing: "there is no link")
  public static let title = ProgramValue("title")
  public static let id = ProgramValue("id")
  public static let site = ProgramValue("site")
  public static let user = ProgramValue("user")
  public static let value = ProgramValue("value")
  /// Only for standard input: it can be longer than an argument.
  public static let body = ProgramValue("body", isText: true, whenMissing: "the text is not loaded; open it first")
}

/// What an own command is told: its subject, as texts.
public struct ProgramSubject: Sendable, Hashable {
  public var kind: SubjectKind
  /// What is not known is not here.
  public var values: [ProgramValue: SafeText]

  public init(_ kind: SubjectKind, _ values: [ProgramValue: SafeText]) {
    self.kind = kind
    self.values = values
  }
}
