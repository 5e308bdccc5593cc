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

/// The questions and edits that each rule has met; the earliest of a rule are forgotten first.
///
/// The limit is each rule's own, so that a rule that meets much makes no other rule forget what it has met.
struct SeenSubjects: Sendable {
  /// The most that are known for each rule. A list of edits holds 2,000 rows, and the store knows what is forgotten here.
  static let limit = 4_000

  private var rules: [RuleSubject: [Rule.ID]] = [:]
  private var order: [Rule.ID: [RuleSubject]] = [:]

  subscript(subject: RuleSubject) -> [Rule.ID] { rules[subject] ?? [] }

  var subjects: some Sequence<RuleSubject> { rules.keys }

  /// - Returns: Whether the rule has not met the subject before, and the subjects that it forgets.
  mutating func insert(_ subject: RuleSubject, by rule: Rule.ID) -> (isFirst: Bool, forgotten: ArraySlice<RuleSubject>)
  {
    guard !self[subject].contains(rule) else { return (false, []) }
    rules[subject, default: []].append(rule)
    order[rule, default: []].append(subject)
    guard let all = order[rule], all.count > Self.limit else { return (true, []) }
    // Half of them at once, so that the array is not shifted each time.
    let forgotten = all.prefix(all.count / 2)
    for old in forgotten { forget(old, by: rule) }
    order[rule] = Array(all.dropFirst(forgotten.count))
    return (true, forgotten)
  }

  private mutating func forget(_ subject: RuleSubject, by rule: Rule.ID) {
    rules[subject]?.removeAll { $0 == rule }
    if rules[subject]?.isEmpty == true { rules[subject] = nil }
  }

  /// Forgets what only other rules have met.
  mutating func limit(to ids: Set<Rule.ID>) {
    order = order.filter { ids.contains($0.key) }
    rules = rules.compactMapValues { known in
      let kept = known.filter(ids.contains)
      return kept.isEmpty ? nil : kept
    }
  }
}
