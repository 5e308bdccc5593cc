import Foundation
import Model
import Text

/// Decides what the rules of the settings do: once for each question, edit or alarm, also over restarts and where several
/// programs run, and not more often than a few times a minute.
struct RulesModel: Sendable {
  enum Step: Sendable {
    case settings([Rule], [OwnCommand])
    /// The loaded questions of a site.
    case questions([Question], Provenance, site: String)
    /// New edits, and facts about earlier ones.
    case edits([WikiEvent], [EditAnnotation])
    /// The rooms with their latest temperatures.
    case rooms([RoomRow], TemperatureUnit)
    /// Whether this program is the first that met a match.
    case claimed(Match, isFirst: Bool)
    /// The minute of a rule is over.
    case minuteEnds(Rule.ID)
  }

  /// Something for which a rule holds.
  struct Match: Sendable, Hashable {
    var rule: Rule
    /// Identifies the question, the edit or the room in the state.
    var key: String
    var subject: ProgramSubject
  }

  /// What follows from a step, outside the model.
  enum Effect: Sendable, Hashable {
    /// Asks whether no program has met the match before.
    case claim(Match)
    /// A room is back inside its limit: the next time is another alarm.
    case release(Rule.ID, key: String)
    case run(OwnCommand, ProgramSubject)
    case ring
    /// Starts the minute of a rule.
    case wait(Rule.ID)
    case tell(SafeText)
  }

  /// The most programs that a rule runs in a minute.
  static let limit = 5
  static let period: TimeInterval = 60
  /// The edits whose facts may still come, and the matches that need not be asked for again.
  static let memory = 4_000

  private struct Minute {
    var count = 0
    var leftOut = 0
  }

  private var rules: [Rule] = []
  private var commands: [OwnCommand] = []
  private var minutes: [Rule.ID: Minute] = [:]
  private var met: [Rule.ID: Set<String>] = [:]
  private var edits: [EditAnnotation.Key: WikiEvent] = [:]
  private var order: [EditAnnotation.Key] = []
  private var alarms: [Rule.ID: [Room.Mark: RoomAlarm]] = [:]

  mutating func take(_ step: Step) -> [Effect] {
    switch step {
    case .settings(let rules, let commands):
      (self.rules, self.commands) = (rules, commands)
      let ids = Set(rules.map(\.id))
      met = met.filter { ids.contains($0.key) }
      alarms = alarms.filter { ids.contains($0.key) }
      return []
    case .questions(let questions, let provenance, let site): return take(questions, provenance, site)
    case .edits(let events, let annotations): return take(events, annotations)
    case .rooms(let rows, let unit):
      return rules.flatMap { rule -> [Effect] in
        guard case .room(let limit) = rule.condition else { return [] }
        return rows.flatMap { take($0, unit, limit, rule) }
      }
    case .claimed(let match, let isFirst): return isFirst ? act(on: match) : []
    case .minuteEnds(let id):
      guard let minute = minutes.removeValue(forKey: id), minute.leftOut > 0 else { return [] }
      let name = rules.first { $0.id == id }.map(Self.name) ?? "a rule"
      return [.tell("\(name): \(minute.leftOut) left out, as a rule acts \(Self.limit) times a minute")]
    }
  }

  private static func name(_ rule: Rule) -> SafeText { SafeText(oneLine: rule.command?.string ?? rule.text, limit: 30) }

  // MARK: - Questions and edits

  private mutating func take(_ questions: [Question], _ provenance: Provenance, _ site: String) -> [Effect] {
    // A rule never acts on made-up questions.
    guard case .server(let server) = provenance else { return [] }
    var effects: [Effect] = []
    for rule in rules {
      guard case .question(let condition) = rule.condition else { continue }
      for question in questions where condition.holds(for: question) {
        let key = "\(server.address) \(site) \(question.id)"
        effects += meet(Match(rule: rule, key: key, subject: ProgramSubject(question, site: site)))
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
        effects += meet(Match(rule: rule, key: "\(key.wiki) \(key.revision)", subject: Self.subject(event)))
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

  private mutating func meet(_ match: Match) -> [Effect] {
    var known = met[match.rule.id] ?? []
    guard known.insert(match.key).inserted else { return [] }
    // The store still knows those that are forgotten here.
    if known.count > Self.memory { known = [match.key] }
    met[match.rule.id] = known
    return [.claim(match)]
  }

  // MARK: - Rooms

  private mutating func take(_ row: RoomRow, _ unit: TemperatureUnit, _ limit: RoomLimit, _ rule: Rule) -> [Effect] {
    guard let latest = row.latest, row.isCurrent else { return [] }
    var limits = RoomSettings.Limits()
    if limit.side == .above { limits.above = limit.celsius } else { limits.below = limit.celsius }
    let known = alarms[rule.id]?[row.mark]
    if let newest = known?.newest, newest.time >= latest.time { return [] }
    var alarm = known ?? RoomAlarm(room: row.mark, name: row.room.label, limits: limits)
    let changes = alarm.take(RoomReading(latest))
    alarms[rule.id, default: [:]][row.mark] = alarm
    let key = row.mark
    // The state of an earlier run may say that it is beyond.
    var effects: [Effect] = known == nil && alarm.active.isEmpty ? [.release(rule.id, key: key)] : []
    for change in changes {
      switch change {
      case .began:
        let subject = ProgramSubject(room: row.room.label, latest: latest.celsius, unit: unit)
        effects.append(.claim(Match(rule: rule, key: key, subject: subject)))
      case .ended: effects.append(.release(rule.id, key: key))
      case .moved: break
      }
    }
    return effects
  }

  // MARK: - Acting

  private mutating func act(on match: Match) -> [Effect] {
    // The settings may have changed in the meantime.
    guard rules.contains(match.rule) else { return [] }
    let id = match.rule.id
    let isFirst = minutes[id] == nil
    var minute = minutes[id] ?? Minute()
    defer { minutes[id] = minute }
    var effects: [Effect] = isFirst ? [.wait(id)] : []
    guard minute.count < Self.limit else {
      minute.leftOut += 1
      return effects
    }
    minute.count += 1
    if match.rule.ringsBell { effects.append(.ring) }
    if let name = match.rule.command, let command = commands.first(where: { $0.name == name }) {
      effects.append(.run(command, match.subject))
    } else {
      let title = match.subject.values[.title] ?? ""
      effects.append(.tell("\(Self.name(match.rule)): \(SafeText(oneLine: title.string, limit: 50))"))
    }
    return effects
  }
}
