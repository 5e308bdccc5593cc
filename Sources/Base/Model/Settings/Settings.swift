import Text

/// The settings of a pane, which only the pane knows. They begin with the standard ones.
public protocol SettingsSection: TypedValue {}

/// All settings in force, merged from the command line, the environment, the settings file and the defaults.
///
/// Parts of the program follow parts of the settings, so that a change reaches only those that it concerns:
///
/// ```swift
/// settings.map(\.stackOverflow.tabs).skipRepeats()
/// ```
public struct Settings: Sendable, Hashable {
  /// Those of the panes.
  private var sections = TypedValues()
  /// The keys of commands with other keys than their standard ones, by the command's id; keys by name (`F5`, `Ctrl-R`).
  public var keys: [String: [String]] = [:]
  /// The person's own commands, in their order.
  public var commands: [OwnCommand] = []
  /// What happens by itself.
  public var rules: [Rule] = []
  public var theme = ThemeSettings()
  public var notify = NotifySettings()
  public var layout = LayoutSettings()
  /// Other layouts, by their names.
  public var layouts: [String: NamedLayout] = [:]

  public init() {}

  /// The settings of a pane.
  public subscript<Section: SettingsSection>(_ type: Section.Type) -> Section {
    get { sections[type] }
    set { sections[type] = newValue }
  }

  /// The keys that the settings give to commands, those of the person's own commands and layouts among them.
  public var allKeys: [String: [String]] {
    let own = commands.map { ($0.id, $0.key) } + layouts.map { (NamedLayout.command($0.key), $0.value.key) }
    return keys.merging(own.map { ($0, $1.map { [$0] } ?? []) }) { first, _ in first }
  }
}

/// The settings of the screen's look.
public struct ThemeSettings: Sendable, Hashable {
  /// A built-in theme (`auto`, `dark`, `light`, `contrast`, `mono`) or one of ``own``.
  public var name = "auto"
  /// The person's themes: colours by role, by the theme's name.
  public var own: [String: [String: String]] = [:]
  /// Whether only ASCII is drawn; `nil` if the terminal decides.
  public var isASCII: Bool?
  /// Whether the terminal's cursor is shown outside fields too, for screen readers and magnifiers.
  public var isAccessible = false

  public init() {}
}

/// The settings of notifications.
public struct NotifySettings: Sendable, Hashable {
  /// What the desktop notifies of.
  public enum Kind: String, Sendable, CaseIterable {
    case alarms, watched, rules, answers
  }

  /// `nil` for nothing.
  public var kinds: [Kind]?
  /// The name of the terminal's sequence; `nil` for the one that it is known to have.
  public var way: String?

  public init() {}
}

/// The settings of the panes' layout.
public struct LayoutSettings: Sendable, Hashable {
  /// The names of the visible panes in order, at least one; `nil` for all.
  public var panes: [String]?
  /// The pane with the largest share.
  public var large = "stack-overflow"
  /// The large pane's share of the screen in percent; `nil` for a little more than half, or two thirds if the pane then shows
  /// two things side by side.
  public var share: Int?

  public init() {}

  /// Identifies the layout: a choice made instead of it is for that layout alone.
  public var key: String {
    "\(panes?.joined(separator: " ") ?? "")/\(large)/\(share.map { "\($0)" } ?? "")"
  }
}

/// A layout that has a name.
public struct NamedLayout: Sendable, Hashable {
  public var layout: LayoutSettings
  /// The key that shows it, by name; `nil` for none.
  public var key: String?

  public init(_ layout: LayoutSettings = LayoutSettings(), key: String? = nil) {
    self.layout = layout
    self.key = key
  }

  /// The name of the command that shows the layout with a name.
  public static func command(_ name: String) -> String { "layouts.\(name)" }
}
