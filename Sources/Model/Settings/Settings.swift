import Foundation
import Text

/// All settings in force, merged from the command line, the environment, the settings file and the defaults.
///
/// Parts of the program follow parts of the settings, so that a change reaches only those that it concerns:
///
/// ```swift
/// settings.map(\.stackOverflow.tabs).skipRepeats()
/// ```
public struct Settings: Sendable, Hashable {
  public var stackOverflow = StackOverflowSettings()
  public var wikipedia = WikipediaSettings()
  public var conAir = ConAirSettings()
  /// The sources of temperatures; empty if none are set.
  public var rooms: [RoomSettings] = []
  /// The keys of commands with other keys than their standard ones, by the command's id; keys by name (`F5`, `Ctrl-R`).
  public var keys: [String: [String]] = [:]
  /// The person's own commands, in their order.
  public var commands: [OwnCommand] = []
  /// What happens by itself.
  public var rules: [Rule] = []
  public var theme = ThemeSettings()
  public var layout = LayoutSettings()
  /// Other layouts, by their names.
  public var layouts: [String: NamedLayout] = [:]
  public var unit: TemperatureUnit = .celsius
  /// How Wikimedia can reach the person: a mail address or a URL; `nil` to use the project's own.
  public var contact: String?

  public init() {}

  /// The keys that the settings give to commands, those of the person's own commands and layouts among them.
  public var allKeys: [String: [String]] {
    let own = commands.map { ($0.id, $0.key) } + layouts.map { (NamedLayout.command($0.key), $0.value.key) }
    return keys.merging(own.map { ($0, $1.map { [$0] } ?? []) }) { first, _ in first }
  }
}

/// The settings of the Stack Overflow pane.
public struct StackOverflowSettings: Sendable, Hashable {
  /// The API's address up to its version; `nil` for the public one.
  public var url: URL?
  /// In order, each with a different feed; at least one.
  public var tabs: [QuestionTab] = QuestionTab.standard
  /// The seconds between automatic refreshes of the selected tab, at least 60; `nil` for none.
  public var refreshPeriod: TimeInterval?
  /// The source of the application's key.
  public var key: SecretSource?

  public init() {}
}

/// A tab of the Stack Overflow pane: a name and a feed.
public struct QuestionTab: Sendable, Hashable, Identifiable {
  public var name: SafeText
  public var feed: QuestionFeed

  /// The feed, so that a renamed tab stays the same.
  public var id: QuestionFeed { feed }

  public init(name: SafeText, feed: QuestionFeed) {
    self.name = name
    self.feed = feed
  }

  /// The five tabs of the standard settings.
  public static let standard = [
    QuestionTab(name: "Top", feed: QuestionFeed()),
    QuestionTab(name: "Android", feed: QuestionFeed(tags: ["android"])),
    QuestionTab(name: "iOS", feed: QuestionFeed(tags: ["ios"])),
    QuestionTab(name: "Ruby", feed: QuestionFeed(tags: ["ruby"])),
    QuestionTab(name: "Windows Phone", feed: QuestionFeed(tags: ["windows-phone"])),
  ]
}

/// The settings of the Wikipedia pane.
public struct WikipediaSettings: Sendable, Hashable {
  /// A WebSocket feed (`ws:`, `wss:`) or EventStreams (`http:`, `https:`); `nil` for the public one.
  public var url: URL?
  /// The wikis by their database names (`enwiki`); empty for all.
  public var wikis: [String] = ["enwiki"]
  /// Which edits are shown.
  public var shown = ShownEdits.all
  /// Seconds for which the rate is kept.
  public var history: TimeInterval = 86_400
  /// What the events in the list must satisfy; `nil` for all.
  public var filter: EditCondition?
  /// The edits that are marked in the list, or that ring the bell.
  public var watch: [EditWatch] = []

  public init() {}
}

/// The settings of the ConAir pane.
public struct ConAirSettings: Sendable, Hashable {
  /// Seconds between two polls.
  public var pollPeriod: TimeInterval = 10
  /// The source of the token for ConAir servers. Rooms in force without a token of their own have this one.
  public var token: SecretSource?

  public init() {}
}

/// The unit in which temperatures are shown.
public enum TemperatureUnit: String, Sendable, Hashable, CaseIterable {
  case celsius, fahrenheit
}

/// The settings of the screen's colours.
public struct ThemeSettings: Sendable, Hashable {
  /// A built-in theme (`auto`, `dark`, `light`, `contrast`, `mono`) or one of ``own``.
  public var name = "auto"
  /// The person's themes: colours by role, by the theme's name.
  public var own: [String: [String: String]] = [:]
  /// Whether only ASCII is drawn; `nil` if the terminal decides.
  public var isASCII: Bool?

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

extension Settings {
  /// The limits of the rules for rooms.
  public var ruleLimits: [RoomLimit] {
    rules.compactMap { if case .room(let limit) = $0.condition { limit } else { nil } }.uniqued(by: \.self)
  }
}
