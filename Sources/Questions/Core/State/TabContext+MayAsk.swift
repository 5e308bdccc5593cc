import Foundation
import Signals

extension TabContext {
  /// The seconds for which a selection must rest before the selected question's text is requested.
  static let rest: TimeInterval = 0.4

  /// Returns whether a question that has just been presented may be requested automatically. The property is released with
  /// the question, so that of several in quick succession only the last one is requested.
  ///
  /// ```
  /// the question is presented ── 0.4 s ──▶ has rested ─┐
  /// its presentation ──────────────────────────────────┼──▶ may ask
  /// the day's requests run low, read then ─────────────┘
  /// ```
  func mayAsk(
    for question: ListedQuestion, presentedAs presentation: Property<QuestionList.Presentation>
  ) -> Property<Bool> {
    let hasRested = Property(
      initial: false,
      then: SignalProducer.timer(at: scheduler.currentDate + Self.rest, on: scheduler).map(value: true))
    // The demonstration has unlimited requests. For a server, the requests of other programs count as well.
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
