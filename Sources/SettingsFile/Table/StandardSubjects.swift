import Model

extension [SubjectDescription] {
  /// The program's kinds of subjects, in the order of documents. This is the only list of them.
  public static let standard: [SubjectDescription] = [.questions, .edits, .rooms]
}
