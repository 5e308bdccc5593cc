/// What the mouse did, at a cell.
public struct MouseEvent: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    case click
    /// The mouse has moved to the cell with its button held.
    case drag
    case wheelUp, wheelDown
  }

  public var action: Action
  public var location: Point
  /// The click is the second of two.
  public var isDouble: Bool

  public init(_ action: Action, at location: Point, isDouble: Bool = false) {
    self.action = action
    self.location = location
    self.isDouble = isDouble
  }
}
