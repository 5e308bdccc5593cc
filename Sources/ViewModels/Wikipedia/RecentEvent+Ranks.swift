import Foundation
import Model

extension RecentEvent {
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts]) {
    if let key = event.annotationKey, let facts = facts[key] { event.amend(by: EditAnnotation(key, facts)) }
  }

  /// The sort key by the risk; edits without one rank lowest, and of equal risks the later one ranks higher.
  var riskRank: (Double, Date, ID) { (event.edit?.facts.risk ?? -1, time, id) }

  /// The sort key by the number of changed bytes; of equal changes, the later one ranks higher.
  var sizeRank: (UInt, Date, ID) { (event.lengthChange?.magnitude ?? 0, time, id) }
}

extension [RecentEvent] {
  /// Sorts events that are in the order of time, the newest first.
  func sorted(by order: EventOrder) -> [RecentEvent] {
    switch order {
    case .time: self
    case .size: sorted { $0.sizeRank > $1.sizeRank }
    case .risk: sorted { $0.riskRank > $1.riskRank }
    }
  }
}
