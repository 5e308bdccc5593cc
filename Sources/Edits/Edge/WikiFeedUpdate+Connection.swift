import Clients
import Edits
import Model

extension WikiFeedUpdate {
  /// What a connection of either feed tells the pane: its values, and its life. `nil` for a sign of life, which concerns the
  /// connection only.
  init?(_ update: ConnectionUpdate<WikiFeedUpdate?>, origin: Origin) {
    switch update {
    case .connecting: self = .connecting(origin)
    case .value(let update?): self = update
    case .value(nil): return nil
    case .lost(let error, let retry): self = .disconnected(error, retry: retry)
    }
  }
}
