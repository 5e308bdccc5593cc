import Foundation
import Model
import Text

/// Decides when the matches of rules are acted on: a few times a minute for each rule, and while there is a place for a program.
///
/// ```
///                ┌──── no place is free ────┐
/// match ──▶ considered ──▶ claimed: ──▶ acts; its program has a place until it ends
///                ▲          first?  └──▶ beyond the minute's number: left out for good
///                └──── a place, a minute
/// ```
/// A match is claimed in the state only to be acted on or left out. What waits, what its command refuses, and what could not be
/// started can be met by the next run.
struct RuleQueue: Sendable {
  typealias Match = RulesModel.Match
  typealias Effect = RulesModel.Effect

  /// The most programs of rules at the same time. An alarm takes none of these places: each rule has one for each subject of
  /// alarms.
  static let places = 20
  /// The most times that a rule acts in a minute.
  static let limit = 5
  /// The most matches of a rule that wait.
  static let waitingLimit = SeenSubjects.limit

  private struct Minute {
    var count = 0
    var leftOut = 0
  }

  private struct Place: Hashable {
    var rule: Rule.ID
    var met: RuleSubject

    init(_ match: Match) { (rule, met) = (match.rule.id, match.met) }

    var isOfAlarm: Bool { met.kind.isAlarm }
  }

  private enum Verdict {
    case acts([Effect])
    case waits(SafeText?)
  }

  private var rules: [Rule] = []
  private var commands: [OwnCommand] = []
  private var minutes: [Rule.ID: Minute] = [:]
  private var waiting: [Rule.ID: [Match]] = [:]
  /// The rules whose matches were said to wait.
  private var toldToWait: Set<Rule.ID> = []
  /// What is acted on as soon as the state says that no program has met it before.
  private var asked: [Rule.ID: Set<RuleSubject>] = [:]
  /// The places of programs that run, or will when their matches are claimed.
  private var taken: Set<Place> = []

  mutating func use(_ rules: [Rule], _ commands: [OwnCommand]) -> [Effect] {
    (self.rules, self.commands) = (rules, commands)
    let ids = Set(rules.map(\.id))
    waiting = waiting.filter { ids.contains($0.key) }
    return resume()
  }

  /// Takes a match. While too many of its rule wait already, it is left to the next run.
  mutating func reduce(_ match: Match) -> [Effect] {
    switch consider(match) {
    case .acts(let effects): return effects
    case .waits(let reason):
      let id = match.rule.id
      // Of a subject's alarms the newest waits.
      if match.rule.kind.isAlarm { end(of: match.met, id) }
      guard waiting[id, default: []].count < Self.waitingLimit else { return [] }
      waiting[id, default: []].append(match)
      guard let reason, toldToWait.insert(id).inserted else { return [] }
      return [.tell("\(RulesModel.name(match.rule)) waits: \(reason)")]
    }
  }

  /// An alarm is over, so that it does not wait any more.
  mutating func end(of alarm: RuleSubject, _ id: Rule.ID) {
    waiting[id]?.removeAll { $0.met == alarm }
  }

  /// - Parameter isFirst: Whether no program has met the match before.
  mutating func claimed(_ match: Match, isFirst: Bool) -> [Effect] {
    let id = match.rule.id
    let isAsked = asked[id]?.remove(match.met) != nil
    // The settings may have changed in the meantime.
    guard let rule = rules.first(where: { $0.id == id }), isFirst else {
      if isAsked { taken.remove(Place(match)) }
      return resume()
    }
    guard isAsked else { return count(id) { $0.leftOut += 1 } }
    return act(on: match, rule) + resume()
  }

  /// - Parameter hasRun: `false` if the program could not be started.
  mutating func ended(_ match: Match, hasRun: Bool) -> [Effect] {
    taken.remove(Place(match))
    return (hasRun ? [] : [.release(match.rule.id, match.met)]) + resume()
  }

  mutating func minuteEnds(_ id: Rule.ID) -> [Effect] {
    guard let minute = minutes.removeValue(forKey: id) else { return [] }
    let name = rules.first { $0.id == id }.map(RulesModel.name) ?? "a rule"
    let leftOut: SafeText = "\(name): \(minute.leftOut) left out, as a rule acts \(Self.limit) times a minute"
    return (minute.leftOut > 0 ? [.tell(leftOut)] : []) + resume()
  }

  private func command(of rule: Rule) -> OwnCommand? {
    rule.command.flatMap { name in commands.first { $0.name == name } }
  }

  private mutating func consider(_ match: Match) -> Verdict {
    let id = match.rule.id
    let count = minutes[id]?.count ?? 0
    let isAlarm = match.rule.kind.isAlarm
    // Left out once it is claimed; an alarm waits for the next minute.
    if count >= Self.limit { return isAlarm ? .waits(nil) : .acts([.claim(match)]) }
    // Those that are asked for may all be the first.
    guard count + (asked[id]?.count ?? 0) < Self.limit else { return .waits(nil) }
    if let command = command(of: match.rule) {
      let place = Place(match)
      if isAlarm, taken.contains(place) {
        return .waits("its program for the \(match.rule.kind.noun)'s last alarm runs; stop it (:stop)")
      }
      if !isAlarm, taken.count(where: { !$0.isOfAlarm }) >= Self.places {
        return .waits("\(Self.places) programs of rules run already; stop one (:stop)")
      }
      if let refusal = command.refusal(for: match.subject) {
        return .acts(self.count(id) { $0.count += 1 } + [.tell(refusal)])
      }
      taken.insert(place)
    }
    asked[id, default: []].insert(match.met)
    return .acts([.claim(match)])
  }

  /// Counts in a rule's minute, which may begin with this.
  private mutating func count(_ id: Rule.ID, _ change: (inout Minute) -> Void) -> [Effect] {
    let isFirst = minutes[id] == nil
    change(&minutes[id, default: Minute()])
    return isFirst ? [.wait(id)] : []
  }

  private mutating func act(on match: Match, _ rule: Rule) -> [Effect] {
    var effects = count(rule.id) { $0.count += 1 }
    if rule.ringsBell { effects.append(.ring) }
    if let command = command(of: rule) {
      taken.insert(Place(match))
      effects.append(.run(command, match))
    } else {
      taken.remove(Place(match))
      effects.append(.tell(RulesModel.sentence(of: match)))
    }
    return effects
  }

  /// Considers what waits again, after a place or a minute has ended or a claim was answered.
  private mutating func resume() -> [Effect] {
    var effects: [Effect] = []
    for rule in rules {
      guard let matches = waiting.removeValue(forKey: rule.id) else { continue }
      var rest: [Match] = []
      for (index, match) in matches.enumerated() {
        guard case .acts(let more) = consider(match) else {
          rest.append(match)
          // The next one has to wait for the same, except for an alarm, which has a place of its own.
          if rule.kind.isAlarm { continue }
          rest += matches[(index + 1)...]
          break
        }
        effects += more
      }
      if rest.isEmpty { toldToWait.remove(rule.id) } else { waiting[rule.id] = rest }
    }
    return effects
  }
}

extension OwnCommand {
  /// The sentence with which the command refuses a subject; `nil` if it does not.
  fileprivate func refusal(for subject: ProgramSubject) -> SafeText? {
    do throws(ProgramRefusal) {
      _ = try call(for: subject)
      return nil
    } catch {
      return error.sentence
    }
  }
}
