import Foundation

extension [RecentEvent] {
  /// Sorts events that are in the order of time, the newest first. Of equal ones, the later one comes first, and edits without
  /// a risk come last.
  func sorted(by order: EventOrder) -> [RecentEvent] {
    switch order {
    case .time: self
    case .size: sorted { Double($0.event.lengthChange?.magnitude ?? 0) }
    case .risk: sorted { $0.event.edit?.facts.risk ?? -1 }
    }
  }

  /// - Parameter rank: Called once for each event, of thousands that come with every batch.
  private func sorted(by rank: (RecentEvent) -> Double) -> [RecentEvent] {
    var ranks = enumerated().map { (rank: rank($1), place: $0) }
    ranks.sort { ($1.rank, $0.place) < ($0.rank, $1.place) }
    return ranks.map { self[$0.place] }
  }
}
