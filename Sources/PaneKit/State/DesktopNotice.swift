import Foundation
import Model
import Signals
import Text

/// What happened while a person may look elsewhere, for a notification of the desktop.
package struct DesktopNotice: Sendable, Hashable {
  package var kind: NotifySettings.Kind
  /// The latest, in a few words.
  package var text: SafeText
  /// How many came together.
  package var count: Int

  package init(_ kind: NotifySettings.Kind, _ text: SafeText, count: Int = 1) {
    (self.kind, self.text, self.count) = (kind, text, count)
  }

  /// Returns this notice with a later one of the same kind.
  package func followed(by next: DesktopNotice?) -> DesktopNotice {
    next.map { DesktopNotice(kind, $0.text, count: count + $0.count) } ?? self
  }
}

/// The notices that one notification tells: `3 alarms, the latest: Office above 26°C`.
struct PendingNotices: Sendable {
  private var counts: [NotifySettings.Kind: Int] = [:]
  private var latest: SafeText = ""

  mutating func add(_ notice: DesktopNotice) {
    counts[notice.kind, default: 0] += notice.count
    latest = notice.text
  }

  var sentence: SafeText {
    let words = NotifySettings.Kind.allCases.compactMap { kind in counts[kind].map { kind.words($0) } }
    let isOne = counts.values.reduce(0, +) == 1
    return "\(words.joined(separator: ", "))\(isOne ? "" : ", the latest"): \(latest)"
  }
}

extension NotifySettings.Kind {
  fileprivate func words(_ count: Int) -> SafeText {
    switch self {
    case .alarms: SafeText(count, "alarm", "alarms")
    case .watched: SafeText(count, "watched edit", "watched edits")
    case .rules: SafeText(count, "rule", "rules")
    case .answers: SafeText(count, "question with new answers", "questions with new answers")
    }
  }
}

extension Signal where Value == DesktopNotice, Error == Never {
  /// The least seconds between two notifications.
  private static var pace: TimeInterval { 5 }

  /// Sends the sentences of notifications. What comes in quick succession is counted.
  package func notifications(
    of settings: Property<NotifySettings>, on scheduler: any DateScheduler
  ) -> Signal<SafeText, Never> {
    filter { settings.value.kinds?.contains($0.kind) ?? false }
      .conflate(every: Self.pace, into: PendingNotices(), on: scheduler) { $0.add($1) }
      .map(\.sentence)
  }
}
