import Model

extension SubjectKind {
  /// The program's kinds.
  public static let all: [SubjectKind] = [.questions, .edits, .rooms]
}

extension ProgramWord {
  /// Creates a word with the placeholders of all kinds.
  public init(_ text: String) throws(UnknownPlaceholder) {
    try self.init(text, knowing: SubjectKind.all.flatMap(\.values))
  }
}
