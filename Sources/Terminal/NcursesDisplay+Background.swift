import CCurses
import Foundation
import Screen

/// Asking the terminal for its background, once.
///
/// Nothing waits for the answer: the first frame is on the screen before the question, in the terminal's own colours, and
/// whenever the answer comes, the next frame has the roles that can be read on it.
extension NcursesDisplay {
  /// What became of the question.
  enum Question {
    case notAsked
    case asked(at: ContinuousClock.Instant)
    case answered
  }

  /// For so long after the question what may be the answer's beginning is not taken for keys.
  private static let answerTime = Duration.seconds(1)
  /// For so long after the question the terminal is not given back without the answer, which its next owner would take for
  /// typed text.
  private static let settlingTime = Duration.milliseconds(50)

  /// After the first frame.
  func askForBackground() {
    guard asksForBackground, phase == .here, case .notAsked = question else { return }
    question = .asked(at: .now)
    decoder.awaitsAnswer = true
    writer.write(Sequences.backgroundQuestion)
    questionTimeout = UI.after(Self.answerTime) { [weak self] in self?.decoder.awaitsAnswer = false }
  }

  /// The first answer counts, the background of a terminal that changes it later does not.
  func takeBackground(_ colour: RGB) {
    guard case .asked = question else { return }
    question = .answered
    decoder.awaitsAnswer = false
    questionTimeout?.dispose()
    palette = TerminalPalette(xtermOn: colour)
    UI.frames.hurry()
  }

  /// Before the terminal is given back: takes in the answer to a question that was asked just now.
  func awaitAnswer() {
    while case .asked(let start) = question, phase == .here {
      let rest = Self.settlingTime - (ContinuousClock.now - start)
      guard rest > .zero else { return }
      var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, CInt(rest / .milliseconds(1)) + 1) == 1 else { return }
      var code = screen_read_key()
      guard code >= 0 else { return }
      while code >= 0 {
        // A key that is pressed now is for nobody.
        for case .background(let colour) in decoder.take(code) { takeBackground(colour) }
        code = screen_read_key()
      }
    }
  }
}
