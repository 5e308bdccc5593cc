import Screen
import Text

/// One of the pictures that stand over each other on the screen: the dashboard at the bottom, overlays above.
///
/// The topmost layer is modal: keys and the mouse go to it alone, but for the few commands of the shell itself.
@UI
protocol Layer: AnyObject {
  /// What can be done while this is the topmost layer, whether enabled or not; earlier ones are asked first for a key.
  var commands: [Command] { get }
  /// All commands of the layer, whatever has the focus, for the help.
  var allCommands: [Command] { get }
  /// Whether characters and pastes go into a field of the layer.
  var takesText: Bool { get }
  /// Puts text into that field.
  func type(_ text: SafeText)
  /// Whether the picture shows a spinner, and so changes with the time.
  var isSpinning: Bool { get }
  /// Tells the layer the screen's size. Keys may come before the frame that shows it.
  func arrange(size: Size, theme: Theme)
  /// Draws the layer over what is below it, leaving the screen's last line to the footer.
  ///
  /// - Parameter context: focused where it is the topmost layer.
  func draw(_ context: PaneContext, into canvas: inout Canvas)
  /// Forgets what it keeps of the frame before.
  func invalidate()
  /// Does what the mouse means at a place of the picture that was drawn last.
  func point(_ event: MouseEvent)
}

/// A layer that a pane puts over the panes (``Pane/layers``).
public struct LayerRequest: Sendable {
  /// The command that asks for it, whose keys close it too.
  let openedBy: Command.ID?
  let make: @UI @Sendable (LayerSurroundings) -> any Layer

  /// - Parameter make: makes the layer.
  init(openedBy: Command.ID? = nil, _ make: @escaping @UI @Sendable (LayerSurroundings) -> any Layer) {
    self.openedBy = openedBy
    self.make = make
  }

  /// A list to choose from.
  public init(_ list: ChoiceList) {
    self.init(openedBy: list.openedBy) { ChoiceOverlay(list, closingKeys: $0.openingKeys, close: $0.close) }
  }
}

/// What a layer gets from the shell.
struct LayerSurroundings {
  /// The time at which it is opened.
  var context: PaneContext
  /// The keys that opened it, which close it as well.
  var openingKeys: [KeyEvent]
  /// Takes the layer away.
  var close: @UI @Sendable () -> Void
}

extension Layer {
  var allCommands: [Command] { commands }
  var takesText: Bool { false }
  func type(_ text: SafeText) {}
  var isSpinning: Bool { false }
  func invalidate() {}
}
