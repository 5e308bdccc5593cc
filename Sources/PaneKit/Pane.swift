import Foundation
import Model
import Screen
import Signals
import Text

/// A part of the dashboard, with its picture and its commands.
///
/// The shell knows panes only as a list of these. State that depends on a size, such as the scroll position of a list,
/// belongs to the pane; drawing never writes into a view model.
@UI
public protocol Pane: AnyObject {
  var id: PaneID { get }
  /// The name in the header, and a shorter one if there is no room for that.
  var title: SafeText { get }
  var shortTitle: SafeText { get }
  /// The smallest size of the pane beside others. Panes below each other share the lines in proportion to their least
  /// heights.
  var leastSize: Size { get }
  /// The width from which on the pane shows two things side by side; `nil` if it has only more room for the same. The large
  /// pane gets this width if the others keep their least widths and its share is not set.
  var ampleWidth: Int? { get }

  /// The commands while the pane has the focus, enabled or not; earlier ones take precedence for a key.
  var commands: [Command] { get }
  /// The context of ``commands``, whatever is open above them.
  var ownContext: KeyContext { get }
  /// The commands that can be done whichever pane has the focus, as long as the layout shows this one.
  var commonCommands: [Command] { get }
  /// The commands that keys go to now: ``commands``, or those of what is open in the pane.
  var scope: [Command] { get }
  /// The context of ``scope``, to which keys go.
  var keyContext: KeyContext { get }
  /// Whether something is open in the pane that has the keys, and commands for its own link.
  var hasOpenContent: Bool { get }
  /// The keys in the lower side of the pane's border, for which it leaves that line free.
  var borderKeys: BorderKeys { get }
  /// The web page of the open or selected item; `nil` if the pane never has one.
  var link: Property<URL?>? { get }
  /// The rows that are marked for what is done with several at once.
  var marked: [MarkedItem] { get }
  /// What own commands are told of the open or selected item; `nil` if the pane has no items.
  var subject: PaneSubject? { get }

  /// Sends when the pane's picture or its header summary must be redrawn.
  var changes: Signal<Void, Never> { get }
  /// Whether the picture contains a spinner, and so changes with the time.
  var isSpinning: Bool { get }

  /// Starts the pane's services. The first frame has been drawn by then.
  func start()
  /// Called before the shell's job control stops the program, and after it continues.
  func suspend(_ isSuspended: Bool)

  /// Whether characters and pastes go into a field of the pane.
  var takesText: Bool { get }
  /// Enters text into that field.
  func type(_ text: SafeText)

  /// Tells the pane its size on the screen. Keys may come before the frame with that size.
  ///
  /// - Parameter screen: The size of the whole screen.
  func arrange(size: Size, screen: Size, theme: Theme)
  /// Draws the pane over the whole canvas, which is blank.
  func draw(_ context: PaneContext, into canvas: inout Canvas)
  /// Handles a mouse event in the picture that was drawn last.
  ///
  /// - Returns: whether it had a meaning.
  func point(_ event: MouseEvent) -> Bool

  /// The span of the pane's chart; `nil` if it never has one.
  var span: PaneSpan? { get }
  /// What the palette finds by name in the pane, such as its tabs.
  var paletteEntries: [PaletteEntry] { get }
  /// What a person may set for what is selected in the pane.
  var settingWishes: [SettingWish] { get }
  /// Returns the pane's summary in the header while a single pane is shown.
  func summary(_ theme: Theme) -> Span?
  /// Whether the pane's service cannot be reached or answers wrongly.
  var hasTrouble: Bool { get }
  /// The newest alarm, in shorter and shorter forms, for the header; empty without one.
  var alarm: [SafeText] { get }
  /// The number of new or watched things that a person has not seen, for the title of the terminal's window.
  var unread: Int { get }
  /// The origin of the pane's data; `nil` without a service.
  var origin: Origin? { get }
  /// Whether the demonstration's data stand in for those of a service that could not be reached.
  var hasStandIn: Bool { get }
  /// Whether ``origin`` is that of an answer, and not only expected.
  var hasAnswered: Bool { get }
  /// The number of places in texts that the pane remembers, at most one for each tab.
  var rememberedPlaces: Int { get }
  /// The layers of what is open in the pane, from the bottom to the top; the shell shows them as long as they are here.
  /// Changes on the interface's thread.
  var openLayers: Property<[any Layer]> { get }
  /// Sends overlays, which a person closes: a list to choose from, a text.
  var layers: Signal<LayerRequest, Never> { get }
  /// Sends when the pane is to have the focus, because a command from elsewhere has opened something in it.
  var focusRequests: Signal<Void, Never> { get }
  /// Sends effects outside the pane: opening a page, copying a text.
  var requests: Signal<ProgramRequest, Never> { get }
  /// Returns the pane's lines in the overlay "diagnostics".
  func diagnostics(_ context: PaneContext) -> [DiagnosticLine]
}

extension Pane {
  public var shortTitle: SafeText { title }
  public var ampleWidth: Int? { nil }
  public var commonCommands: [Command] { [] }
  public var ownContext: KeyContext { .pane }
  public var scope: [Command] { commands }
  public var keyContext: KeyContext { ownContext }
  public var hasOpenContent: Bool { false }
  public var borderKeys: BorderKeys { BorderKeys() }
  public var link: Property<URL?>? { nil }
  public var marked: [MarkedItem] { [] }
  public var subject: PaneSubject? { nil }
  public var span: PaneSpan? { nil }
  public var paletteEntries: [PaletteEntry] { [] }
  public var settingWishes: [SettingWish] { [] }
  public var isSpinning: Bool { false }
  public func start() {}
  public func suspend(_ isSuspended: Bool) {}
  public var takesText: Bool { false }
  public func type(_ text: SafeText) {}
  public func arrange(size: Size, screen: Size, theme: Theme) {}
  public func point(_ event: MouseEvent) -> Bool { false }
  public func summary(_ theme: Theme) -> Span? { nil }
  public var hasTrouble: Bool { false }
  public var alarm: [SafeText] { [] }
  public var unread: Int { 0 }
  public var origin: Origin? { nil }
  public var hasStandIn: Bool { false }
  public var hasAnswered: Bool { origin != nil }
  public var rememberedPlaces: Int { 0 }
  public var openLayers: Property<[any Layer]> { Property(value: []) }
  public var layers: Signal<LayerRequest, Never> { .never }
  public var focusRequests: Signal<Void, Never> { .never }
  public var requests: Signal<ProgramRequest, Never> { .never }
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
