/// The sizes from which on a list and an open text are side by side in a pane.
package enum SideBySide {
  /// The width of the screen. A narrower one has room for both if the pane is alone on it, but a person who enlarges a text there
  /// wants it wide.
  package static let leastScreenWidth = 160
  /// The width of the pane.
  package static let leastWidth = 112
}
