import Foundation
import Model
import Signals

extension TabContext {
  /// Seconds that a selection rests before the text of the selected question is asked for.
  static let rest: TimeInterval = 0.4

  /// Whether a question that has just come to be shown may be asked for automatically. It goes with the question, so that
  /// the last of several in a row is the only one that is asked for.
  ///
  /// ```
  /// the question is shown ── 0.4 s ──▶ has rested ─┐
  /// how it is shown ───────────────────────────────┼──▶ may ask
  /// the day's requests run low, asked then ────────┘
  /// ```
  func mayAsk(
    for question: ListedQuestion, presentedAs presentation: Property<QuestionList.Presentation>
  ) -> Property<Bool> {
    let hasRested = Property(
      initial: false,
      then: SignalProducer.timer(at: scheduler.currentDate + Self.rest, on: scheduler).map(value: true))
    // The demonstration has as many requests as anyone wants. Else what another program has used counts as well.
    let isLive = question.key.provenance.server != nil
    let isChecked = Property(
      initial: false,
      then: presentation.producer.combineLatest(with: hasRested.producer).filter { $0 == .preview && $1 }
        .flatMap(.latest) { _ in isLive ? status.checkIsLow.map(value: true) : SignalProducer(value: true) })
    let isLow = isLive ? status.isLow : Property(value: false)
    return Property.combineLatest(presentation, hasRested, isChecked, isLow)
      .map { presentation, hasRested, isChecked, isLow in
        switch presentation {
        case .preview: isChecked && !isLow
        case .passing: hasRested
        case .opened: true
        }
      }
  }
}
