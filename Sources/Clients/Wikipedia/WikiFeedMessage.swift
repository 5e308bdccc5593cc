import Model
import Text

/// What one connection of either feed tells.
enum WikiFeedMessage: Sendable, Hashable {
  case opened
  case event(WikiEvent, isReplay: Bool)
  case history(WikiHistory)
  /// The other side is there, with nothing to say.
  case alive
}

extension WikiFeedUpdate {
  /// `nil` for what nobody above the connection needs to know.
  init?(_ update: ConnectionUpdate<WikiFeedMessage>, source: SafeText, origin: Origin) {
    switch update {
    case .connecting: self = .connecting(origin)
    case .value(.opened): self = .connected(source: source)
    case .value(.event(let event, let isReplay)): self = .event(event, isReplay: isReplay)
    case .value(.history(let history)): self = .history(history)
    case .value(.alive): return nil
    case .lost(let error, let retry): self = .disconnected(error, retry: retry)
    }
  }
}
