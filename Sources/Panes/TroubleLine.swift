import Foundation
import Model
import Screen
import Text
import ViewModels

/// The one line in which a pane tells its trouble: what, since when, and when it tries again.
///
/// Where the service asked to wait, that says already when it is tried again.
///
/// The content that was there before stays above it. A tile has less room than all that needs; then the line says it in
/// fewer words before it leaves anything out:
///
/// ```
/// No connection to stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32
/// stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32
/// connection refused since 14:03, again 14:03:32
/// connection refused   again 14:03:32
/// ```
struct TroubleLine {
  var trouble: Trouble

  /// One way to say it.
  private struct Form {
    var sentence: SafeText
    /// On the right.
    var times: SafeText
    /// Columns between the two, at least.
    var air: Int

    func fits(_ width: Int) -> Bool { DisplayWidth.of(sentence) + air + DisplayWidth.of(times) <= width }
  }

  /// Columns that a sentence is cut to, if need be, so that a time may stand beside it.
  private static let leastSentence = 10

  func draw(_ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let forms = forms(context.clock)
    guard let form = forms.first(where: { $0.fits(width) }) ?? forms.last else { return }
    var room = width
    if DisplayWidth.of(form.times) + form.air + Self.leastSentence <= width || form.fits(width) {
      room -= canvas.draw(form.times, theme.dim, x: x, y: y, maxWidth: width, alignment: .right) + form.air
    }
    canvas.draw(form.sentence, theme.alarm, x: x, y: y, maxWidth: room)
  }

  /// `since 14:03, again at 14:03:32`, without what the error says itself.
  func times(_ clock: ClockTime) -> SafeText {
    let since: SafeText = "since \(clock.minutes(trouble.since))"
    return retryToTell(clock).map { "\(since), again at \($0)" } ?? since
  }

  /// When it tries again; `nil` where it does not, or where the error says it.
  private func retryToTell(_ clock: ClockTime) -> SafeText? {
    let retry = trouble.retry.map { clock.seconds($0) }
    return isSaid(clock) ? nil : retry
  }

  /// The error says when it tries again.
  private func isSaid(_ clock: ClockTime) -> Bool {
    // To the second, as it is written; a service may have asked for a day more than it gets.
    trouble.retry.map { clock.full($0) == trouble.error.pauseEnd.map { clock.full($0) } } ?? false
  }

  /// From the most to the least. When it tries again goes last: that is what a person waits for.
  private func forms(_ clock: ClockTime) -> [Form] {
    let error = trouble.error
    let short = error.shortSentence(clock: clock)
    let sentences = [error.sentence(clock: clock), error.host.map { "\($0): \(short)" }, short].compactMap { $0 }
    let since: SafeText = "since \(clock.minutes(trouble.since))"
    let retry = trouble.retry.map { clock.seconds($0) }
    let isSaid = isSaid(clock)
    guard let retry, !isSaid else {
      let forms = sentences.map { Form(sentence: $0, times: since, air: 2) }
      return forms + [isSaid ? Form(sentence: short, times: "", air: 0) : Form(sentence: short, times: since, air: 1)]
    }
    let both = sentences.flatMap { sentence in
      [
        Form(sentence: sentence, times: "\(since), again at \(retry)", air: 2),
        Form(sentence: sentence, times: "\(since), again \(retry)", air: 1),
      ]
    }
    return both + sentences.map { Form(sentence: $0, times: "again at \(retry)", air: 2) }
      + [Form(sentence: short, times: "again \(retry)", air: 1)]
  }
}
