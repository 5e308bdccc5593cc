import Model
import PaneKit
import Signals
import Text

/// Finds the rooms beyond the limits of rules.
struct RoomRules: RuleEvaluator {
  private var rules: [TypedRule<RoomLimit>] = []
  /// The rooms beyond limits, with the units in which they are told.
  private var beyond: [RoomLimit: [Room.Mark: (RoomCrossing, TemperatureUnit)]] = [:]

  mutating func use(_ rules: [TypedRule<RoomLimit>], new: [TypedRule<RoomLimit>]) -> [RuleNews] {
    self.rules = rules
    let limits = Set(rules.map(\.condition))
    beyond = beyond.filter { limits.contains($0.key) }
    return new.flatMap { rule in
      (beyond[rule.condition] ?? [:]).sorted { $0.key < $1.key }.map { Self.news(of: $0.value, rule.rule) }
    }
  }

  mutating func reduce(_ input: (crossing: RoomCrossing, unit: TemperatureUnit)) -> [RuleNews] {
    let crossing = input.crossing
    beyond[crossing.limit, default: [:]][crossing.room.id.mark] = crossing.isBeyond ? input : nil
    return rules.filter { $0.condition == crossing.limit }.map { Self.news(of: input, $0.rule) }
  }

  private static func news(of input: (crossing: RoomCrossing, unit: TemperatureUnit), _ rule: Rule) -> RuleNews {
    let (crossing, unit) = input
    let subject = RuleSubject.room(crossing.room.id.mark)
    guard crossing.isBeyond else { return .ended(subject, by: rule) }
    return .met(subject, by: rule) {
      ProgramSubject(room: crossing.room.label, latest: crossing.celsius, unit: unit)
    }
  }
}

extension RoomsViewModel {
  /// A limit is crossed only because a rule has it; the rooms may be told of a new rule first.
  package var ruleSource: RuleSource {
    let inputs = SignalProducer(crossings).map { [state] in (crossing: $0, unit: state.value.unit) }
    return RuleSource(.rooms, RoomRules(), inputs: inputs, isIdleWithoutRules: false) { .room($0) }
  }
}

extension RuleMatches {
  /// The rooms that are beyond the limit of a rule now.
  package var rooms: [Room.Mark: SafeText] { names(of: .rooms) }
}
