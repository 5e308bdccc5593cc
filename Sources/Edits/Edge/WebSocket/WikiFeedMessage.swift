import Clients
import Edits
import Model

/// A message from one connection of either feed.
enum WikiFeedMessage: Sendable, Hashable {
  case opened
  case event(WikiEvent, isReplay: Bool)
  case history(WikiHistory)
  case annotated(EditAnnotation)
  /// The connection is alive, with no event.
  case alive
}

extension WikiFeedUpdate {
  /// `nil` for updates that are only relevant to the connection itself.
  init?(_ update: ConnectionUpdate<WikiFeedMessage>, source: WikiSelection, origin: Origin) {
    switch update {
    case .connecting: self = .connecting(origin)
    case .value(.opened): self = .connected(source: source)
    case .value(.event(let event, let isReplay)): self = .event(event, isReplay: isReplay)
    case .value(.history(let history)): self = .history(history)
    case .value(.annotated(let annotation)): self = .annotated(annotation)
    case .value(.alive): return nil
    case .lost(let error, let retry): self = .disconnected(error, retry: retry)
    }
  }
}
