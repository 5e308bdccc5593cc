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
  private static let sentenceRoom = 20

  func draw(_ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let sentence = trouble.error.sentence(clock: context.clock)
    var room = width
    // The sentence may be cut; when it tries again is short and what one waits for.
    let needed = DisplayWidth.of(sentence)
    let times = [long(context), short(context)].first {
      DisplayWidth.of($0) + 2 + min(needed, Self.sentenceRoom) <= width
    }
    if let times {
      room -= canvas.draw(times, theme.dim, x: x, y: y, maxWidth: width, alignment: .right) + 2
    }
    canvas.draw(sentence, theme.alarm, x: x, y: y, maxWidth: room)
  }

  private func long(_ context: PaneContext) -> SafeText {
    let since: SafeText = "since \(context.clock.minutes(trouble.since))"
    guard let retry = trouble.retry else { return since }
    return "\(since), again at \(context.clock.seconds(retry))"
  }

  private func short(_ context: PaneContext) -> SafeText {
    "since \(context.clock.minutes(trouble.since))"
  }
}

extension ServiceError {
  /// What happened, in a sentence that a person can act on.
  func sentence(clock: ClockTime) -> SafeText {
    switch self {
    case .unreachable(let host, let reason):
      reason.isEmpty ? "\(host) cannot be reached" : "\(host) cannot be reached: \(reason)"
    case .timedOut(let host, let seconds): "\(host) did not answer within \(seconds) s"
    case .connectionLost(let host): "The connection to \(host) was lost"
    case .httpStatus(let status, let host): "\(host) answered with status \(status)"
    case .malformedAnswer(let host, let detail): "\(host) sent something unreadable: \(detail)"
    case .refused(let name, let message): message.isEmpty ? "Refused: \(name)" : "Refused: \(message)"
    case .throttled(.some(let until)): "Too many requests; the service answers again at \(clock.minutes(until))"
    case .throttled(.none): "Too many requests; try again later"
    case .pauseRequested(let until): "The service asked for a pause until \(clock.seconds(until))"
    case .notFound(let what): "\(what) does not exist any more"
    }
  }
}
