import Foundation
import Model
import Text

/// Decides what the rules of the settings do: once for each question, edit or alarm, also over restarts and where several
/// programs run, and not more often than a few times a minute.
struct RulesModel: Sendable {
  enum Step: Sendable {
    case settings([Rule], [OwnCommand])
    /// The state of the last run is there.
    case opened
    /// What a rule met in earlier runs, the latest last.
    case recalled([RuleSubject], by: Rule.ID)
    /// The questions that are loaded.
    case questions(LoadedTabs)
    /// New edits, and facts about earlier ones.
    case edits([WikiEvent], [EditAnnotation])
    /// A room at the limit of a rule.
    case room(RoomCrossing, TemperatureUnit)
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
    /// A room is back inside its limit, so that the next time is another alarm; or a program could not be started.
    case release(Rule.ID, RuleSubject)
    case run(OwnCommand, Match)
    case ring
    /// Starts the minute of a rule.
    case wait(Rule.ID)
    case tell(SafeText)
  }

  /// The length of a rule's minute.
  static let period: TimeInterval = 60
  /// The edits whose facts may still come.
  static let memory = 4_000

  /// For the marks in lists. The flood limit leaves out no mark.
  private(set) var matches = RuleMatches()

  private var rules: [Rule] = []
  /// Whether the state may be read.
  private var isOpen = false
  private var queue = RuleQueue()
  private var met = SeenSubjects()
  private var loaded = LoadedTabs()
  private var edits: [EditAnnotation.Key: WikiEvent] = [:]
  private var order: [EditAnnotation.Key] = []
  /// The rooms beyond the limits of rules, with the units in which they are told.
  private var beyond: [RoomLimit: [Room.Mark: (RoomCrossing, TemperatureUnit)]] = [:]

  mutating func take(_ step: Step) -> [Effect] {
    switch step {
    case .settings(let rules, let commands): return take(rules, commands)
    case .opened:
      isOpen = true
      return read(rules)
    case .recalled(let subjects, let id):
      guard rules.contains(where: { $0.id == id }) else { return [] }
      for subject in subjects { _ = insert(subject, by: id) }
      return []
    case .questions(let loaded):
      let former = self.loaded
      self.loaded = loaded
      return loaded.news(since: former).flatMap { take($0, rules) }
    case .edits(let events, let annotations): return take(events, annotations)
    case .room(let crossing, let unit):
      beyond[crossing.limit, default: [:]][crossing.room.id.mark] = crossing.isBeyond ? (crossing, unit) : nil
      matches.rooms = roomMatches
      return rules.flatMap { take(crossing, unit, $0) }
    case .claimed(let match, let isFirst): return queue.claimed(match, isFirst: isFirst)
    case .ended(let match, let hasRun): return queue.ended(match, hasRun: hasRun)
    case .minuteEnds(let id): return queue.minuteEnds(id)
    }
  }

  /// New rules look at the questions that are loaded already.
  private mutating func take(_ rules: [Rule], _ commands: [OwnCommand]) -> [Effect] {
    let known = Set(self.rules.map(\.id))
    let new = rules.filter { !known.contains($0.id) }
    self.rules = rules
    let waited = queue.use(rules, commands)
    let ids = Set(rules.map(\.id))
    beyond = beyond.filter { limit, _ in rules.contains { $0.condition == .room(limit) } }
    met.limit(to: ids)
    matches = RuleMatches()
    for subject in met.subjects { matches[subject] = names(met[subject]) }
    matches.rooms = roomMatches
    let rooms = new.flatMap { rule -> [Effect] in
      guard case .room(let limit) = rule.condition else { return [] }
      return (beyond[limit] ?? [:]).sorted { $0.key < $1.key }.flatMap { take($0.value.0, $0.value.1, rule) }
    }
    return read(new) + waited + loaded.tabs.flatMap { take($0.loaded, new) } + rooms
  }

  /// The alarms of rooms end by themselves, so those of earlier runs say nothing.
  private func read(_ rules: [Rule]) -> [Effect] {
    isOpen ? rules.filter { $0.kind != .rooms }.map { .read($0) } : []
  }

  private func names(_ ids: [Rule.ID]) -> SafeText {
    let names = rules.filter { ids.contains($0.id) }.map { Self.name($0).string }
    return SafeText(oneLine: names.joined(separator: ", "), limit: 40)
  }

  static func name(_ rule: Rule) -> SafeText { SafeText(oneLine: rule.command?.string ?? rule.text, limit: 30) }

  // MARK: - Questions and edits

  private mutating func take(_ loaded: LoadedQuestions, _ rules: [Rule]) -> [Effect] {
    var effects: [Effect] = []
    for rule in rules {
      guard case .question(let condition) = rule.condition else { continue }
      for question in loaded.questions where condition.holds(for: question) {
        let key = QuestionKey(.server(loaded.server), question.identity)
        effects += meet(.question(key), by: rule) { ProgramSubject(question) }
      }
    }
    return effects
  }

  private mutating func take(_ events: [WikiEvent], _ annotations: [EditAnnotation]) -> [Effect] {
    let conditions = rules.compactMap { rule -> (Rule, EditCondition)? in
      if case .edit(let condition) = rule.condition { (rule, condition) } else { nil }
    }
    guard !conditions.isEmpty else { return [] }
    var changed: [EditAnnotation.Key] = []
    for event in events {
      guard let key = event.annotationKey else { continue }
      if edits.updateValue(event, forKey: key) == nil { order.append(key) }
      changed.append(key)
    }
    for annotation in annotations where edits[annotation.key] != nil {
      edits[annotation.key]?.amend(by: annotation)
      changed.append(annotation.key)
    }
    var effects: [Effect] = []
    for key in changed {
      guard let event = edits[key] else { continue }
      for (rule, condition) in conditions where condition.holds(for: event) {
        effects += meet(.edit(key), by: rule) { Self.subject(event) }
      }
    }
    if order.count > Self.memory {
      for key in order.prefix(order.count - Self.memory / 2) { edits[key] = nil }
      order.removeFirst(order.count - Self.memory / 2)
    }
    return effects
  }

  private static func subject(_ event: WikiEvent) -> ProgramSubject {
    let row = RecentEvent(id: 0, event: event, time: event.time ?? .distantPast)
    return ProgramSubject(event, link: OpenedEdit(row).link)
  }

  private mutating func meet(
    _ subject: RuleSubject, by rule: Rule, told: () -> ProgramSubject
  ) -> [Effect] {
    insert(subject, by: rule.id) ? queue.take(Match(rule: rule, met: subject, subject: told())) : []
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
    matches[subject] = ids.isEmpty ? nil : names(ids)
  }

  // MARK: - Rooms

  private mutating func take(_ crossing: RoomCrossing, _ unit: TemperatureUnit, _ rule: Rule) -> [Effect] {
    guard rule.condition == .room(crossing.limit) else { return [] }
    let subject = RuleSubject.room(crossing.room.id.mark)
    guard crossing.isBeyond else {
      queue.end(of: subject, rule.id)
      // Also where it is first looked at: the state of an earlier run may say that it is beyond.
      return [.release(rule.id, subject)]
    }
    let told = ProgramSubject(room: crossing.room.label, latest: crossing.celsius, unit: unit)
    return queue.take(Match(rule: rule, met: subject, subject: told))
  }

  private var roomMatches: [Room.Mark: SafeText] {
    var ids: [Room.Mark: [Rule.ID]] = [:]
    for rule in rules {
      guard case .room(let limit) = rule.condition else { continue }
      for mark in (beyond[limit] ?? [:]).keys { ids[mark, default: []].append(rule.id) }
    }
    return ids.mapValues(names)
  }
}
