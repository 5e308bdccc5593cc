import Foundation
import Screen
import Signals
import Text

/// A field for a time to which a chart's cursor goes, with what is meant below it.
///
///     Time  24 nov 7:00
///     Tue 24 Nov 2026 07:00      2 d ago
///
/// Where the clock was set back and shows the time twice, there are two to choose from.
struct TimeField {
  /// The earliest time that the chart can show; `nil` without data.
  let earliest: Date?
  let go: @UI @Sendable (Date) -> Void

  var request: LayerRequest {
    LayerRequest(openedBy: .charts.goTo) {
      ChoiceOverlay(list(at: $0.context.now, in: $0.context.clock), closingKeys: $0.openingKeys, close: $0.close)
    }
  }

  /// - Parameter now: The time of opening, which holds as long as the field is open.
  func list(at now: Date, in clock: ClockTime) -> ChoiceList {
    let (earliest, go) = (earliest, go)
    let meaning: @Sendable (SafeText) -> TimeWords.Meaning = { text in
      let meaning = TimeWords.meaning(of: text, now: now, in: clock)
      guard case .times(let times) = meaning, let earliest, times.allSatisfy({ $0 < earliest }) else { return meaning }
      return .mistake("Nothing is kept before \(clock.day(earliest, from: now)) \(clock.minutes(earliest))")
    }
    return ChoiceList(
      "Go to a time", field: "Time", verb: "go there",
      whenEmpty: { if case .mistake(let sentence) = meaning($0) { sentence } else { "" } },
      openedBy: .charts.goTo,
      following: { text in
        text.map { text in
          guard case .times(let times) = meaning(text) else { return [] }
          return times.enumerated().map { Self.choice($1, isFirst: $0 == 0, isOfTwo: times.count > 1, now, clock) }
        }
      },
      choose: { choice in Double(choice.id).map { go(Date(timeIntervalSince1970: $0)) } })
  }

  private static func choice(_ time: Date, isFirst: Bool, isOfTwo: Bool, _ now: Date, _ clock: ClockTime) -> Choice {
    let day: SafeText = "\(clock.weekday(time)) \(clock.day(time, from: now))"
    let age = TimeText.age(of: time, at: now)
    let detail: SafeText =
      isOfTwo ? "\(isFirst ? "before" : "after") the clock was set back" : age == "now" ? "now" : "\(age) ago"
    return Choice(
      id: "\(time.timeIntervalSince1970)",
      title: "\(day) \(isOfTwo ? clock.unambiguous(time, isDated: false) : clock.minutes(time))", detail: detail)
  }
}
