import Foundation
import Model
import Screen
import Text
import ViewModels

/// The one line in which a pane tells its trouble: what, since when, and when it tries again.
///
/// The content that was there before stays above it.
struct TroubleLine {
  var trouble: Trouble

  /// Columns that the sentence should have before the times get any.
  private static let sentenceRoom = 39

  func draw(_ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let sentence = trouble.error.sentence(clock: context.clock)
    var room = width
    // As much about the times as leaves the sentence whole; else it may be cut, but not down to nothing.
    let needed = DisplayWidth.of(sentence)
    func widest(leaving columns: Int) -> SafeText? {
      [long(context), short(context), since(context)].first { DisplayWidth.of($0) + 2 + columns <= width }
    }
    let times = widest(leaving: needed) ?? widest(leaving: min(needed, Self.sentenceRoom))
    if let times {
      room -= canvas.draw(times, theme.dim, x: x, y: y, maxWidth: width, alignment: .right) + 2
    }
    canvas.draw(sentence, theme.alarm, x: x, y: y, maxWidth: room)
  }

  private func long(_ context: PaneContext) -> SafeText {
    guard trouble.retry != nil else { return since(context) }
    return "\(since(context)), \(short(context))"
  }

  private func short(_ context: PaneContext) -> SafeText {
    guard let retry = trouble.retry else { return since(context) }
    return "again at \(context.clock.seconds(retry))"
  }

  private func since(_ context: PaneContext) -> SafeText {
    "since \(context.clock.minutes(trouble.since))"
  }
}
