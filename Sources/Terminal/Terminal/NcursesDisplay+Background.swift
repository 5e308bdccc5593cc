import CCurses
import Foundation
import Screen

/// Asks the terminal for its background and for what it can do, once.
///
/// Nothing waits for the answers: the first frame is drawn before the questions, in the terminal's own colours, and the next
/// frame after the answer has roles that are readable on the background.
extension NcursesDisplay {
  /// The state of the question.
  enum Question {
    case notAsked
    case asked(at: ContinuousClock.Instant)
    case answered
  }

  /// For this time after the question, input that may begin the answer is not decoded as keys.
  private static let answerTime = Duration.seconds(1)
  /// For this time after the question the terminal is not given back for good without the answer, which its next owner would
  /// take for typed text: an end is quick whatever the terminal does.
  private static let settlingTime = Duration.milliseconds(50)
  /// The same where it is lent to a shell or another program. On a busy machine an answer takes that long.
  private static let lendingTime = Duration.milliseconds(500)

  /// Called after the first frame. Terminals answer in order, so the background's answer, if there is one, is the last.
  func askQuestions() {
    guard asksQuestions, phase == .here, case .notAsked = question else { return }
    question = .asked(at: .now)
    decoder.awaitsAnswer = true
    writer.write(Sequences.featureQuestion + (asksForBackground ? Sequences.backgroundQuestion : ""))
    questionTimeout = UI.after(Self.answerTime) { [weak self] in self?.decoder.awaitsAnswer = false }
  }

  /// Takes what the terminal says it can do.
  func takeFeatures(_ features: [Int]) {
    guard case .asked = question else { return }
    if features.contains(TerminalAnswer.horizontalScrolling) { painter.hasMargins = true }
    if !asksForBackground { endQuestion() }
  }

  private func endQuestion() {
    question = .answered
    decoder.awaitsAnswer = false
    questionTimeout?.dispose()
  }

  /// Takes the first answer. A later change of the background is ignored.
  func takeBackground(_ colour: RGB) {
    guard case .asked = question else { return }
    endQuestion()
    palette = TerminalPalette(xtermOn: colour)
    UI.frames.hurry()
  }

  /// Waits for the answer to a recent question before the terminal is given back.
  func awaitAnswer(isForGood: Bool) {
    while case .asked(let start) = question, phase == .here {
      let rest = (isForGood ? Self.settlingTime : Self.lendingTime) - (ContinuousClock.now - start)
      guard rest > .zero else { return }
      var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, CInt(rest / .milliseconds(1)) + 1) == 1 else { return }
      var code = screen_read_key()
      guard code >= 0 else { return }
      while code >= 0 {
        // Keys pressed now are dropped.
        for event in decoder.take(code) {
          if case .background(let colour) = event { takeBackground(colour) }
          if case .features(let features) = event { takeFeatures(features) }
        }
        code = screen_read_key()
      }
    }
  }
}
