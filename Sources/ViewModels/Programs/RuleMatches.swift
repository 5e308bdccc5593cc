import Model
import Text

/// The questions, edits and rooms for which rules hold, each with the names of these rules, for the marks in lists.
public struct RuleMatches: Sendable, Equatable {
  /// The questions that were met, also in earlier runs.
  public internal(set) var questions: [QuestionKey: SafeText]
  /// The edits that were met, also in earlier runs.
  public internal(set) var edits: [EditAnnotation.Key: SafeText]
  /// The rooms that are beyond the limit of a rule now.
  public internal(set) var rooms: [Room.Mark: SafeText]

  public init(
    questions: [QuestionKey: SafeText] = [:], edits: [EditAnnotation.Key: SafeText] = [:],
    rooms: [Room.Mark: SafeText] = [:]
  ) {
    self.questions = questions
    self.edits = edits
    self.rooms = rooms
  }

  /// The names of the rules that hold for a subject; `nil` if none does.
  subscript(subject: RuleSubject) -> SafeText? {
    get {
      switch subject {
      case .question(let key): questions[key]
      case .edit(let key): edits[key]
      case .room(let mark): rooms[mark]
      }
    }
    set {
      switch subject {
      case .question(let key): questions[key] = newValue
      case .edit(let key): edits[key] = newValue
      case .room(let mark): rooms[mark] = newValue
      }
    }
  }
}

/// The questions and edits that rules have met; the earliest are forgotten first.
struct MetSubjects: Sendable {
  /// A list of edits holds 2,000 rows, and the store knows what is forgotten here.
  static let limit = 4_000

  private var rules: [RuleSubject: [Rule.ID]] = [:]
  private var order: [RuleSubject] = []

  subscript(subject: RuleSubject) -> [Rule.ID] { rules[subject] ?? [] }

  var subjects: [RuleSubject] { order }

  /// - Returns: Whether the rule has not met the subject before, and the subjects that are forgotten.
  mutating func insert(_ subject: RuleSubject, by rule: Rule.ID) -> (isFirst: Bool, forgotten: ArraySlice<RuleSubject>)
  {
    let known = self[subject]
    guard !known.contains(rule) else { return (false, []) }
    rules[subject] = known + [rule]
    if known.isEmpty { order.append(subject) }
    guard order.count > Self.limit else { return (true, []) }
    // Half of them at once, so that the array is not shifted each time.
    let forgotten = order.prefix(order.count / 2)
    for old in forgotten { rules[old] = nil }
    order.removeFirst(forgotten.count)
    return (true, forgotten)
  }

  /// Forgets what only other rules have met.
  mutating func limit(to ids: Set<Rule.ID>) {
    rules = rules.compactMapValues { known in
      let kept = known.filter(ids.contains)
      return kept.isEmpty ? nil : kept
    }
    order.removeAll { rules[$0] == nil }
  }
}
