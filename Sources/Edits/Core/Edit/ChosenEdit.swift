import Model
import Text

/// An edit that was chosen in another list than the pane's, with the edits of that list.
public struct ChosenEdit: Sendable, Hashable {
  /// The list, to which a person comes back from the edit.
  public enum List: Sendable, Hashable {
    /// The latest edits of a user.
    case contributions(of: SafeText)
    /// The latest edits of the pages with the most editors.
    case hotPages
  }

  public internal(set) var event: RecentEvent
  var events: [RecentEvent]
  var origin: Origin
  public var list: List
}
