import Foundation
import PaneKit
import Screen
import Text

/// The wording of limits and of events at them.
struct AlarmWords {
  let unit: TemperatureUnit
  /// The symbol after each temperature: `°C`; empty in a list that contains only temperatures.
  var symbol: SafeText = ""

  init(_ unit: TemperatureUnit) { self.unit = unit }

  init(_ unit: TemperatureUnit, _ glyphs: GlyphSet) {
    self.unit = unit
    symbol = "\(glyphs.degrees)\(unit.symbol)"
  }

  /// Marks an alarm, so that it can be recognised without colours.
  static let mark: SafeText = "!"

  /// `above 26°C`
  func limit(_ limit: RoomLimit) -> SafeText {
    "\(SafeText(oneLine: limit.side.rawValue)) \(temperature(limit.celsius))"
  }

  /// `! above 26°C` in shorter and shorter forms, in which the temperature is whole or left out.
  func reasons(_ limit: RoomLimit) -> [SafeText] {
    let sign: SafeText = limit.side == .above ? ">" : "<"
    return ["\(Self.mark) \(self.limit(limit))", "\(Self.mark) \(sign) \(temperature(limit.celsius))", Self.mark]
  }

  /// `highest 28.4°C`
  func extreme(_ event: RoomEvent) -> SafeText {
    let word: SafeText = event.limit.side == .above ? "highest" : "lowest"
    return "\(word) \(SafeText(unit.degrees(of: event.extreme), decimals: 1))\(symbol)"
  }

  /// Texts for an alarm that has not ended, longest first.
  func forms(_ event: RoomEvent, _ context: PaneContext) -> [SafeText] {
    let since: SafeText = "\(Self.mark) \(limit(event.limit)) since \(Self.beginning(of: event, context))"
    return ["\(since), \(extreme(event))", since] + reasons(event.limit)
  }

  /// `20:58`, or, if it is not known, `before 20:58`
  static func beginning(of event: RoomEvent, _ context: PaneContext) -> SafeText {
    let since = context.time(of: event.since)
    return event.isSinceKnown ? since : "before \(since)"
  }

  /// `! 2 alarms`; empty if there are none.
  static func count(_ alarms: [RoomEvent]) -> SafeText {
    alarms.isEmpty ? "" : "\(mark) \(alarms.count == 1 ? "1 alarm" : "\(alarms.count) alarms")"
  }

  /// The room of the newest alarm, and how many there are besides: `! Office above 26 +1`, `! Office +1`, `! 2 alarms`; empty
  /// without alarms.
  func newest(_ state: RoomsState) -> [SafeText] {
    guard let event = state.alarms.max(by: { $0.since < $1.since }) else { return [] }
    let name = state.room(of: event)?.room.label ?? event.name
    let others: SafeText = state.alarms.count > 1 ? " +\(state.alarms.count - 1)" : ""
    return [
      "\(Self.mark) \(name) \(limit(event.limit))\(others)", "\(Self.mark) \(name)\(others)", Self.count(state.alarms),
    ]
  }

  /// The temperature to a tenth of a degree; whole numbers have no decimal.
  func temperature(_ celsius: Double) -> SafeText {
    let tenths = (unit.degrees(of: celsius) * 10).rounded() / 10
    return "\(SafeText(tenths, decimals: tenths == tenths.rounded() ? 0 : 1))\(symbol)"
  }
}
