/// A mouse action at a cell.
public struct MouseEvent: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    case click
    /// The mouse moved to the cell with its button pressed.
    case drag
    case wheelUp, wheelDown
  }

  public var action: Action
  public var location: Point
  /// Whether the click is the second of a double click.
  public var isDouble: Bool

  public init(_ action: Action, at location: Point, isDouble: Bool = false) {
    self.action = action
    self.location = location
    self.isDouble = isDouble
  }
}
