import Foundation
import Model
import Signals

extension QuestionTabHouse {
  /// Seconds that a selection rests before the text of the selected question is asked for.
  static let rest: TimeInterval = 0.4

  /// Whether a question that has just come to be shown may be asked for by itself. It goes with the question, so that the
  /// last of several in a row is the only one that is asked for.
  ///
  /// ```
  /// the question is shown ── 0.4 s ──▶ has rested ─┐
  /// how it is shown ───────────────────────────────┼──▶ may ask
  /// the day's requests run low, asked then ────────┘
  /// ```
  ///
  /// - Parameter texts: The question that is shown, whenever that changes.
  func mayAsk(
    for question: QuestionList.Shown, following texts: Signal<QuestionList.Shown?, Never>
  ) -> Property<Bool> {
    let hasRested = Property(
      initial: false,
      then: SignalProducer.timer(at: scheduler.currentDate + Self.rest, on: scheduler).map(value: true))
    let attention = Property(
      initial: question.attention,
      then: texts.filter { $0?.key == question.key }.compactMap { $0?.attention })
    // The demonstration has as many requests as anyone wants. Else what another program has used counts as well.
    let isLive = question.opened.provenance.server != nil
    let isChecked = Property(
      initial: false,
      then: attention.producer.combineLatest(with: hasRested.producer).filter { $0 == .preview && $1 }
        .flatMap(.latest) { _ in isLive ? sparing.check.map(value: true) : SignalProducer(value: true) })
    let isSparing = isLive ? sparing.isKnown : Property(value: false)
    return Property.combineLatest(attention, hasRested, isChecked, isSparing)
      .map { attention, hasRested, isChecked, isSparing in
        switch attention {
        case .preview: isChecked && !isSparing
        case .passing: hasRested
        case .opened: true
        }
      }
  }
}
