import Foundation
import Model
import Screen
import Text

/// The line in which a pane reports its trouble: the error, its beginning, and the next attempt.
///
/// If the service asked for a pause, the error contains the time of the next attempt.
///
/// The previous content stays above it. A tile often has too little room; then the line uses fewer words before it leaves
/// anything out:
///
/// ```
/// No connection to stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32
/// stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32
/// connection refused since 14:03, again 14:03:32
/// connection refused   again 14:03:32
/// ```
package struct TroubleLine {
  var trouble: ServiceFailure

  package init(trouble: ServiceFailure) {
    self.trouble = trouble
  }

  /// One wording.
  private struct Form {
    var sentence: SafeText
    /// The text at the right.
    var times: SafeText
    /// The least columns between the two.
    var air: Int

    func fits(_ width: Int) -> Bool { DisplayWidth.of(sentence) + air + DisplayWidth.of(times) <= width }
  }

  /// The columns to which a sentence may be cut so that a time fits beside it.
  private static let leastSentence = 10

  package func draw(_ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas) {
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

  /// Returns the time of the next attempt; `nil` if there is none, or if the error contains it.
  private func retryToTell(_ clock: ClockTime) -> SafeText? {
    let retry = trouble.retry.map { clock.seconds($0) }
    return isSaid(clock) ? nil : retry
  }

  /// Returns whether the error contains the time of the next attempt.
  private func isSaid(_ clock: ClockTime) -> Bool {
    // To the second, as it is written; a service may ask for a day more than it gets.
    trouble.retry.map { clock.full($0) == trouble.error.pauseEnd.map { clock.full($0) } } ?? false
  }

  /// Returns the wordings, the longest first. The next attempt is left out last, because a person waits for it.
  private func forms(_ clock: ClockTime) -> [Form] {
    let error = trouble.error
    let short = error.shortSentence(clock: clock)
    let all = [error.sentence(clock: clock), error.host.map { "\($0): \(short)" }, short].compactMap { $0 }
    let sentences =
      trouble.sites.isEmpty
      ? all : all.prefix(1).map { "\(trouble.named($0)); the others are shown" } + all.map(trouble.named)
    let since: SafeText = "since \(clock.minutes(trouble.since))"
    let retry = trouble.retry.map { clock.seconds($0) }
    let isSaid = isSaid(clock)
    let last = trouble.named(short)
    guard let retry, !isSaid else {
      let forms = sentences.map { Form(sentence: $0, times: since, air: 2) }
      return forms + [isSaid ? Form(sentence: last, times: "", air: 0) : Form(sentence: last, times: since, air: 1)]
    }
    let both = sentences.flatMap { sentence in
      [
        Form(sentence: sentence, times: "\(since), again at \(retry)", air: 2),
        Form(sentence: sentence, times: "\(since), again \(retry)", air: 1),
      ]
    }
    return both + sentences.map { Form(sentence: $0, times: "again at \(retry)", air: 2) }
      + [Form(sentence: last, times: "again \(retry)", air: 1)]
  }
}

extension ServiceFailure {
  /// Returns a sentence about it with the names of the sites that failed, where a list joins them with others.
  func named(_ sentence: SafeText) -> SafeText {
    sites.isEmpty ? sentence : "\(sites.joined(separator: ", ")): \(sentence)"
  }
}
