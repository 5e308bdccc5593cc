import Model
import Text

/// The subjects for which rules hold, each with the names of these rules, for the marks in lists.
///
/// Each kind has a dictionary of the type that its feature looks up its rows in.
public struct RuleMatches: Sendable, Equatable {
  /// Each a dictionary of names by the subjects' keys, which is not empty.
  private var tables: [SubjectKind: any Equatable & Sendable] = [:]

  public init() {}

  /// Returns the names of the rules that hold for subjects of a kind, by their keys.
  package func names<Key: Hashable & Sendable>(of kind: SubjectKind) -> [Key: SafeText] {
    tables[kind] as? [Key: SafeText] ?? [:]
  }

  /// - Parameter names: The names of the rules that hold for the subject; `nil` if none does.
  mutating func set(_ names: SafeText?, for subject: RuleSubject) { set(names, subject.kind, subject.key) }

  private mutating func set<Key: Hashable & Sendable>(_ names: SafeText?, _ kind: SubjectKind, _ key: Key) {
    var table: [Key: SafeText] = self.names(of: kind)
    // Here it is the only reference, so that nothing is copied.
    tables[kind] = nil
    table[key] = names
    if !table.isEmpty { tables[kind] = table }
  }

  public static func == (lhs: RuleMatches, rhs: RuleMatches) -> Bool {
    lhs.tables.count == rhs.tables.count
      && lhs.tables.allSatisfy { kind, table in rhs.tables[kind].map { table.equals($0) } ?? false }
  }
}

/// The subjects that each rule has met; the earliest of a rule are forgotten first.
///
/// The limit is each rule's own, so that a rule that meets much makes no other rule forget what it has met.
struct SeenSubjects: Sendable {
  /// The most that are known for each rule. A list holds at most 2,000 rows, and the store knows what is forgotten here.
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

  /// Forgets an alarm that is over.
  mutating func remove(_ subject: RuleSubject, by rule: Rule.ID) {
    order[rule]?.removeAll { $0 == subject }
    forget(subject, by: rule)
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
