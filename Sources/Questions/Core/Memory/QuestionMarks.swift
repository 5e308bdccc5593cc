/// Identifies a question across servers and sites. For one server see ``QuestionIdentity``.
public struct QuestionKey: Sendable, Hashable {
  public var provenance: Provenance
  public var site: String
  public var id: Question.ID

  public init(_ provenance: Provenance, site: String, id: Question.ID) {
    self.provenance = provenance
    self.site = site
    self.id = id
  }

  /// Of the number alone, which tells nearly all questions apart: every frame asks for each visible one.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The questions that a person has read and those that they keep, in whatever tab.
public struct QuestionMarks: Sendable, Hashable {
  /// The number of read questions that are remembered, the latest ones.
  public static let limit = 20_000

  /// The number of answers that a question had when it was read last.
  public var read: [QuestionKey: Int]
  public var kept: Set<QuestionKey>

  public init(read: [QuestionKey: Int] = [:], kept: Set<QuestionKey> = []) {
    self.read = read
    self.kept = kept
  }

  /// Returns the mark of a question that has `count` answers now; `nil` if that is unknown.
  public func mark(of key: QuestionKey, answers count: Int?) -> Mark {
    let answers = read[key]
    // Both numbers come from outside or from a file.
    let new = (count ?? 0).subtractingReportingOverflow(answers ?? .max)
    return Mark(
      isRead: answers != nil, newAnswers: new.overflow ? 0 : max(0, new.partialValue),
      isKept: kept.contains(key))
  }

  /// A person's relation to a question.
  public struct Mark: Sendable, Hashable {
    public var isRead: Bool
    /// The number of answers since the question was read.
    public var newAnswers: Int
    public var isKept: Bool
    /// Whether it is one of several with which something will be done. Not remembered.
    public var isPicked = false

    public init(isRead: Bool = false, newAnswers: Int = 0, isKept: Bool = false) {
      self.isRead = isRead
      self.newAnswers = newAnswers
      self.isKept = isKept
    }
  }
}
