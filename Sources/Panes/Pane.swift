import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

/// One of the parts of the dashboard: what it shows, and what can be done in it.
///
/// The shell knows panes only as a list of these. What depends on a size, such as how far a list has scrolled, belongs to
/// the pane; drawing never writes into a view model.
@UI
public protocol Pane: AnyObject {
  var id: PaneID { get }
  /// The name in the header, and a shorter one for where that has no room.
  var title: SafeText { get }
  var shortTitle: SafeText { get }
  /// The smallest size at which the pane stands beside others. Panes below each other share the lines in proportion to
  /// their least heights.
  var leastSize: Size { get }
  /// Columns from which the pane shows two things side by side; `nil` where it only has more room for the same. The large
  /// pane gets as many where the others keep their least widths and its share is not set.
  var ampleWidth: Int? { get }

  /// What can be done while the pane has the focus, whether enabled or not; earlier ones are asked first for a key.
  var commands: [Command] { get }
  /// The web page of what is open or selected; `nil` where nothing in the pane has one.
  var link: Property<URL?>? { get }

  /// Sends when the pane's picture has changed, or what is told of it beside that: it is looked at again only then.
  var changes: Signal<Void, Never> { get }
  /// Whether the picture shows a spinner, and so changes with the time.
  var isSpinning: Bool { get }

  /// Lets the services begin. The first frame is on the screen by then.
  func start()
  /// The program is about to be stopped by the shell's job control, or is back.
  func suspend(_ isSuspended: Bool)

  /// Whether characters and pastes go into a field of the pane.
  var takesText: Bool { get }
  /// Puts text into that field.
  func type(_ text: SafeText)

  /// Tells the pane how much of the screen it has. Keys may come before the frame that shows it so.
  ///
  /// - Parameter screen: the whole screen's size.
  func arrange(size: Size, screen: Size, theme: Theme)
  /// Draws the pane over the whole canvas, which is blank.
  func draw(_ context: PaneContext, into canvas: inout Canvas)
  /// Does what the mouse means at a place of the picture that was drawn last.
  ///
  /// - Returns: whether it means anything there.
  func point(_ event: MouseEvent) -> Bool

  /// What the header says of the pane while one is alone on the screen.
  func summary(_ theme: Theme) -> Span?
  /// Whether the pane's service cannot be reached or does not answer as it should.
  var hasTrouble: Bool { get }
  /// Where the pane's data comes from; `nil` where it has none of a service.
  var origin: Origin? { get }
  /// Whether that has answered, so that what ``origin`` says is no longer only what is expected.
  var hasAnswered: Bool { get }
  /// Layers, each of which is put over the panes when it is sent: a list to choose from, a text.
  var layers: Signal<LayerRequest, Never> { get }
  /// What the pane asks of the world outside: to open a page, to copy a text.
  var requests: Signal<Effect, Never> { get }
  /// What the overlay "diagnostics" says of the pane.
  func diagnostics(_ context: PaneContext) -> [DiagnosticLine]
}

extension Pane {
  public var shortTitle: SafeText { title }
  public var ampleWidth: Int? { nil }
  public var link: Property<URL?>? { nil }
  public var isSpinning: Bool { false }
  public func start() {}
  public func suspend(_ isSuspended: Bool) {}
  public var takesText: Bool { false }
  public func type(_ text: SafeText) {}
  public func arrange(size: Size, screen: Size, theme: Theme) {}
  public func point(_ event: MouseEvent) -> Bool { false }
  public func summary(_ theme: Theme) -> Span? { nil }
  public var hasTrouble: Bool { false }
  public var origin: Origin? { nil }
  public var hasAnswered: Bool { origin != nil }
  public var layers: Signal<LayerRequest, Never> { .never }
  public var requests: Signal<Effect, Never> { .never }
  public func diagnostics(_ context: PaneContext) -> [DiagnosticLine] { [] }
}

/// A line of the overlay "diagnostics".
public struct DiagnosticLine: Sendable, Hashable {
  public var label: SafeText
  public var value: SafeText

  public init(_ label: SafeText, _ value: SafeText) {
    self.label = label
    self.value = value
  }
}
