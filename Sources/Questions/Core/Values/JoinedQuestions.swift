import Foundation

/// Joins the lists of several sites in their common order, each list in its own sequence.
///
/// Questions are compared by the value that the order goes by: the last activity, the creation or the score. The service gives no
/// value that the questions of two sites could be compared by for hot, week, month and relevance; in these orders the sites take
/// turns, rank by rank. A question without a value stays below its predecessor.
///
/// A list that has further pages ends what is shown: the next question might be of its next page, and would later be put above
/// questions that a person has read. The others of the other sites wait for that page.
///
/// ```
/// unix         9 7 6 |        further pages
/// superuser    8     5 4 |    further pages
/// joined       9 8 7 6        5 and 4 wait: unix is to be asked for its next page
/// ```
public struct JoinedQuestions: Sendable, Equatable {
  /// A site's list, as far as it is loaded.
  public struct Part: Sendable {
    public var questions: [Question]
    /// Whether nothing may be shown that comes after the list's end, because its further pages are not loaded.
    public var endsJoinedList: Bool

    public init(_ questions: [Question], endsJoinedList: Bool = false) {
      self.questions = questions
      self.endsJoinedList = endsJoinedList
    }
  }

  /// A question's place: the index of its list, and its own there.
  public struct Place: Sendable, Hashable {
    public var part: Int
    public var row: Int
  }

  /// The places of the joined list's questions.
  public private(set) var places: [Place] = []
  /// The indices of the lists that are shown to their ends.
  public private(set) var exhausted: [Int] = []

  public init(_ parts: [Part], by order: QuestionOrder) {
    var heads = [Int](repeating: 0, count: parts.count)
    var values = [Double](repeating: .infinity, count: parts.count)
    /// Makes the value of a list's next question known. It never exceeds that of the question before it.
    func look(at part: Int) {
      guard heads[part] < parts[part].questions.count else { return }
      let value = order.value(of: parts[part].questions[heads[part]], rank: heads[part])
      values[part] = min(values[part], value ?? values[part])
    }
    for part in parts.indices { look(at: part) }
    func isAtEnd(_ part: Int) -> Bool { heads[part] == parts[part].questions.count }
    while !parts.indices.contains(where: { isAtEnd($0) && parts[$0].endsJoinedList }) {
      let candidates = parts.indices.filter { !isAtEnd($0) }
      // Of equal ones the first site's comes first.
      guard let part = candidates.max(by: { values[$0] < values[$1] || values[$0] == values[$1] && $0 > $1 }) else {
        break
      }
      places.append(Place(part: part, row: heads[part]))
      heads[part] += 1
      look(at: part)
    }
    exhausted = parts.indices.filter(isAtEnd)
  }
}

extension QuestionOrder {
  /// The value by which the questions of two sites are compared, the larger first; `nil` if it is unknown.
  func value(of question: Question, rank: Int) -> Double? {
    switch self {
    case .activity: question.lastActivity?.timeIntervalSinceReferenceDate
    case .creation: question.creationDate?.timeIntervalSinceReferenceDate
    case .votes: question.score.map(Double.init)
    case .hot, .week, .month, .relevance: -Double(rank)
    }
  }
}
