import Screen
import Text

/// A layer of the screen: the dashboard at the bottom, above it what panes have open, and overlays at the top.
///
/// The topmost layer is modal: keys and the mouse go to it alone, except for a few commands of the shell.
@UI
public protocol Layer: AnyObject, Sendable {
  /// The commands while this is the topmost layer, enabled or not; earlier ones take precedence for a key.
  var commands: [Command] { get }
  /// The context of its commands, which determines those that can be done.
  var keyContext: KeyContext { get }
  /// The commands whose keys the layer's last picture shows, so that the footer need not.
  var shownCommands: [Command] { get }
  /// All commands of the layer, whatever has the focus, for the help.
  var allCommands: [Command] { get }
  /// Whether characters and pastes go into a field of the layer.
  var takesText: Bool { get }
  /// Enters text into that field.
  func type(_ text: SafeText)
  /// The theme that the screen has while this is the topmost layer; `nil` for its own.
  var previewedTheme: String? { get }
  /// Whether the picture contains a spinner, and so changes with the time.
  var isSpinning: Bool { get }
  /// Tells the layer the screen's size. Keys may come before the frame with that size.
  func arrange(size: Size, theme: Theme)
  /// Draws the layer over those below it, except for the screen's last line, which is the footer.
  ///
  /// - Parameter context: Focused for the topmost layer.
  func draw(_ context: PaneContext, into canvas: inout Canvas)
  /// Discards everything cached from the frame before.
  func invalidate()
  /// Handles a mouse event in the picture that was drawn last.
  func point(_ event: MouseEvent)
}

/// An overlay that a pane puts over everything else until a person closes it (``Pane/layers``): a list to choose from, a text.
public struct LayerRequest: Sendable {
  /// The command that opens it, whose keys close it, too.
  let openedBy: CommandSpec?
  let make: @UI @Sendable (LayerSurroundings) -> any Layer

  /// - Parameter make: Creates the overlay.
  package init(openedBy: CommandSpec? = nil, _ make: @escaping @UI @Sendable (LayerSurroundings) -> any Layer) {
    self.openedBy = openedBy
    self.make = make
  }

  /// A list to choose from.
  public init(_ list: ChoiceList) {
    self.init(openedBy: list.openedBy) { ChoiceOverlay(list, closingKeys: $0.openingKeys, close: $0.close) }
  }
}

/// The inputs of an overlay from the shell.
package struct LayerSurroundings {
  /// The time at which it is opened.
  package var context: PaneContext
  /// The keys that opened it, which close it as well.
  package var openingKeys: [KeyEvent]
  /// Removes the overlay.
  package var close: @UI @Sendable () -> Void
}

extension Layer {
  public var shownCommands: [Command] { [] }
  public var allCommands: [Command] { commands }
  public var takesText: Bool { false }
  public func type(_ text: SafeText) {}
  public var previewedTheme: String? { nil }
  public var isSpinning: Bool { false }
  public func invalidate() {}
}
