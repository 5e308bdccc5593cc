import Foundation
import Model
import PaneKit
import Rooms
import Screen
import Text

/// A room that passes one of its limits, or is back inside, as it is printed.
///
///     2026-11-22 14:03:20    26.4 °C  Office  above 26.0 °C
///     2026-11-22 14:41:20    25.6 °C  Office  no longer above 26.0 °C: highest 28.1 °C since 2026-11-22 14:03:20
struct ReportedAlarm: ScriptEntry {
  var news: AlarmTransition

  func lines(on page: TextPage) -> [PageLine] {
    let (event, theme) = (news.event, page.theme)
    func degrees(_ celsius: Double) -> SafeText { "\(page.degrees(celsius)) \(page.unitText)" }
    let limit: SafeText = "\(SafeText(oneLine: event.limit.side.rawValue)) \(degrees(event.limit.celsius))"
    let since: SafeText = "\(event.isSinceKnown ? "" : "before ")\(page.clock.unambiguous(event.since))"
    let words: SafeText =
      switch news.kind {
      case .began: event.since == news.reading.time && event.isSinceKnown ? limit : "\(limit) since \(since)"
      case .ended:
        """
        no longer \(limit): \(event.limit.side == .above ? "highest" : "lowest") \(degrees(event.extreme)) since \(since)
        """
      }
    return [
      .spans(Reading.spans(news.reading, news.room, on: page) + [Span("  \(words)", theme.alarm)])
    ]
  }

  var json: JSONText {
    let event = news.event
    return Reading(news.reading, room: news.room).json(
      event: .object([
        "kind": .string(event.limit.side.rawValue), "limit": .celsius(event.limit.celsius),
        "since": .date(event.since), "sinceKnown": .flag(event.isSinceKnown), "until": .date(event.until),
        "extreme": .celsius(event.extreme),
      ]))
  }
}
