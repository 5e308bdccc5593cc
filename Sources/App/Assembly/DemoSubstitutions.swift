import Signals
import Text

/// The services for which the demonstration stands in, because they could not be reached.
package struct DemoSubstitutions: Sendable, Hashable {
  package var questions = false
  package var edits = false

  static func property(_ questions: Property<Bool>, _ edits: Property<Bool>) -> Property<DemoSubstitutions> {
    Property(
      initial: DemoSubstitutions(),
      then: SignalProducer.combineLatest(questions.producer, edits.producer)
        .map { DemoSubstitutions(questions: $0, edits: $1) }
    ).skipRepeats()
  }

  /// Returns the sentence about a change; `nil` if there is nothing to say.
  static func sentence(_ before: DemoSubstitutions, _ now: DemoSubstitutions) -> SafeText? {
    let advice: SafeText = "made-up data. It tries again every minute; r tries now"
    switch (now.questions && !before.questions, now.edits && !before.edits) {
    case (false, false): return back(before, now)
    case _ where now.questions && now.edits: return "No network: \(advice)"
    case (true, _): return "Stack Overflow cannot be reached: \(advice)"
    case (false, true): return "Wikipedia cannot be reached: \(advice)"
    }
  }

  private static func back(_ before: DemoSubstitutions, _ now: DemoSubstitutions) -> SafeText? {
    switch (before.questions && !now.questions, before.edits && !now.edits) {
    case (false, false): nil
    case (true, true): "Stack Overflow and Wikipedia answer again: their data are live now"
    case (true, false): "Stack Overflow answers again: its data are live now"
    case (false, true): "Wikipedia answers again: its data are live now"
    }
  }
}
