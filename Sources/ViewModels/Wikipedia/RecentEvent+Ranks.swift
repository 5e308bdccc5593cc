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
