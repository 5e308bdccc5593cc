import Foundation
import Model
import Text

/// Decides what the rules of the settings do: once for each subject or alarm, also over restarts and where several
/// programs run, and not more often than a few times a minute.
struct RulesModel: Sendable {
  enum Step: Sendable {
    case settings([Rule], [OwnCommand])
    /// The state of the last run is there.
    case opened
    /// What a rule met in earlier runs, the latest last.
    case recalled([RuleSubject], by: Rule.ID)
    /// What a feature tells.
    case news([RuleNews])
    /// Whether this program is the first that met a match.
    case claimed(Match, isFirst: Bool)
    /// The program of a match has ended, or could not be started.
    case ended(Match, hasRun: Bool)
    /// The minute of a rule is over.
    case minuteEnds(Rule.ID)
  }

  /// Something for which a rule holds.
  struct Match: Sendable, Hashable {
    var rule: Rule
    var met: RuleSubject
    /// What the rule's command is told of it.
    var subject: ProgramSubject
  }

  /// What follows from a step, outside the model.
  enum Effect: Sendable, Hashable {
    /// Reads what a rule met in earlier runs.
    case read(Rule)
    /// Asks whether no program has met the match before.
    case claim(Match)
    /// An alarm is over, so that the next one is another; or a program could not be started.
    case release(Rule.ID, RuleSubject)
    case run(OwnCommand, Match)
    case ring
    /// Starts the minute of a rule.
    case wait(Rule.ID)
    case tell(SafeText)
  }

  /// The length of a rule's minute.
  static let period: TimeInterval = 60

  /// For the marks in lists. The flood limit leaves out no mark.
  private(set) var matches = RuleMatches()

  private var rules: [Rule] = []
  /// Whether the state may be read.
  private var isOpen = false
  private var queue = RuleQueue()
  private var met = SeenSubjects()

  mutating func reduce(_ step: Step) -> [Effect] {
    switch step {
    case .settings(let rules, let commands): return reduce(rules, commands)
    case .opened:
      isOpen = true
      return read(rules)
    case .recalled(let subjects, let id):
      guard rules.contains(where: { $0.id == id }) else { return [] }
      for subject in subjects { _ = insert(subject, by: id) }
      return []
    case .news(let news): return news.flatMap { reduce($0) }
    case .claimed(let match, let isFirst): return queue.claimed(match, isFirst: isFirst)
    case .ended(let match, let hasRun): return queue.ended(match, hasRun: hasRun)
    case .minuteEnds(let id): return queue.minuteEnds(id)
    }
  }

  private mutating func reduce(_ rules: [Rule], _ commands: [OwnCommand]) -> [Effect] {
    let known = Set(self.rules.map(\.id))
    self.rules = rules
    let waited = queue.use(rules, commands)
    met.limit(to: Set(rules.map(\.id)))
    matches = RuleMatches()
    for subject in met.subjects { mark(subject) }
    return read(rules.filter { !known.contains($0.id) }) + waited
  }

  /// Alarms end by themselves, so those of earlier runs say nothing.
  private func read(_ rules: [Rule]) -> [Effect] {
    isOpen ? rules.filter { !$0.kind.isAlarm }.map { .read($0) } : []
  }

  private func names(_ ids: [Rule.ID]) -> SafeText {
    let names = rules.filter { ids.contains($0.id) }.map { Self.name($0).string }
    return SafeText(oneLine: names.joined(separator: ", "), limit: 40)
  }

  /// Returns the rule and the title of what it met.
  static func sentence(of match: Match) -> SafeText {
    let title = match.subject.values[.title] ?? ""
    return "\(name(match.rule)): \(SafeText(oneLine: title.string, limit: 50))"
  }

  static func name(_ rule: Rule) -> SafeText { SafeText(oneLine: rule.command?.string ?? rule.text, limit: 30) }

  private mutating func reduce(_ news: RuleNews) -> [Effect] {
    switch news {
    case .met(let subject, let rule, let told):
      let isFirst = insert(subject, by: rule.id)
      return isFirst || rule.kind.isAlarm ? queue.reduce(Match(rule: rule, met: subject, subject: told())) : []
    case .ended(let subject, let rule):
      met.remove(subject, by: rule.id)
      mark(subject)
      queue.end(of: subject, rule.id)
      // Also where it is first looked at: the state of an earlier run may say that there is an alarm.
      return [.release(rule.id, subject)]
    }
  }

  /// - Returns: Whether the rule has not met the subject before, as far as is known here.
  private mutating func insert(_ subject: RuleSubject, by rule: Rule.ID) -> Bool {
    let (isFirst, forgotten) = met.insert(subject, by: rule)
    guard isFirst else { return false }
    for old in forgotten { mark(old) }
    mark(subject)
    return true
  }

  private mutating func mark(_ subject: RuleSubject) {
    let ids = met[subject]
    matches.set(ids.isEmpty ? nil : names(ids), for: subject)
  }
}
