/// What the mouse did, at a cell.
public struct MouseEvent: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    case click
    case wheelUp, wheelDown
  }

  public var action: Action
  public var location: Point

  public init(_ action: Action, at location: Point) {
    self.action = action
    self.location = location
  }
}
