import Foundation
import Text

/// Everything that a person can set, as it is in force: the command line, the environment, the file of settings and the
/// defaults put together.
///
/// Parts of the program follow a part of it, so that a change reaches only what it concerns:
///
/// ```swift
/// settings.map(\.stackOverflow.tabs).skipRepeats()
/// ```
public struct Settings: Sendable, Hashable {
  public var stackOverflow = StackOverflowSettings()
  public var wikipedia = WikipediaSettings()
  public var conAir = ConAirSettings()
  /// Where temperatures come from. Empty: nobody has said so.
  public var rooms: [RoomSettings] = []
  /// The keys of commands that have others than their own, by the command's id; keys by their names (`F5`, `Ctrl-R`).
  public var keys: [String: [String]] = [:]
  public var theme = ThemeSettings()
  public var layout = LayoutSettings()
  public var unit: TemperatureUnit = .celsius
  /// How Wikimedia can reach the person: a mail address or a URL; `nil` where the project's own stands for it.
  public var contact: String?

  public init() {}
}

/// What the Stack Overflow pane shows, and where from.
public struct StackOverflowSettings: Sendable, Hashable {
  /// The API's address up to and with its version; `nil` for the public one.
  public var url: URL?
  /// In the order of the screen, each with a feed of its own; at least one.
  public var tabs: [QuestionTab] = QuestionTab.standard
  /// Seconds between automatic refreshes of the tab that is shown, at least 60; `nil` for none.
  public var refreshPeriod: TimeInterval?
  /// Where the application's key comes from.
  public var key: SecretSource?

  public init() {}
}

/// A tab of the Stack Overflow pane: a name, and the feed under it.
public struct QuestionTab: Sendable, Hashable, Identifiable {
  public var name: SafeText
  public var feed: QuestionFeed

  /// The feed: a tab that is renamed stays the same.
  public var id: QuestionFeed { feed }

  public init(name: SafeText, feed: QuestionFeed) {
    self.name = name
    self.feed = feed
  }

  /// The five tabs that the program starts with.
  public static let standard = [
    QuestionTab(name: "Top", feed: QuestionFeed()),
    QuestionTab(name: "Android", feed: QuestionFeed(tags: ["android"])),
    QuestionTab(name: "iOS", feed: QuestionFeed(tags: ["ios"])),
    QuestionTab(name: "Ruby", feed: QuestionFeed(tags: ["ruby"])),
    QuestionTab(name: "Windows Phone", feed: QuestionFeed(tags: ["windows-phone"])),
  ]
}

/// What the Wikipedia pane shows, and where from.
public struct WikipediaSettings: Sendable, Hashable {
  /// Whose edits are shown.
  public enum Editors: String, Sendable, Hashable, CaseIterable {
    case all, people, bots
  }

  /// A WebSocket feed (`ws:`, `wss:`) or EventStreams (`http:`, `https:`); `nil` for the public one.
  public var url: URL?
  /// The wikis by their database names (`enwiki`); all of them when empty.
  public var wikis: [String] = ["enwiki"]
  public var editors: Editors = .all

  public init() {}
}

/// How the ConAir pane asks for temperatures.
public struct ConAirSettings: Sendable, Hashable {
  /// Seconds between two polls.
  public var pollPeriod: TimeInterval = 10
  /// Where the token for ConAir servers comes from. Rooms in force have it as their own, where they had none.
  public var token: SecretSource?

  public init() {}
}

/// Degrees in which temperatures are shown.
public enum TemperatureUnit: String, Sendable, Hashable, CaseIterable {
  case celsius, fahrenheit
}

/// The colours of the screen.
public struct ThemeSettings: Sendable, Hashable {
  /// A theme of the program's (`auto`, `dark`, `light`, `contrast`, `mono`) or one of ``own``.
  public var name = "auto"
  /// Themes of the person's: colours by role, by the theme's name.
  public var own: [String: [String: String]] = [:]
  /// Only ASCII characters are drawn; `nil` where the terminal decides.
  public var isASCII: Bool?

  public init() {}
}

/// Which panes are on the screen, and how they share it.
public struct LayoutSettings: Sendable, Hashable {
  /// The panes' names in their order, at least one; `nil` for all panes there are.
  public var panes: [String]?
  /// The pane with the largest share.
  public var large = "stack-overflow"
  /// The large pane's share of the screen in percent; `nil` for a little more than half, or for two thirds where the pane
  /// then shows two things side by side.
  public var share: Int?

  public init() {}
}
