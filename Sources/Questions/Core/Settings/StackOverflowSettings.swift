import Foundation
import Model
import Text

/// The settings of the Stack Overflow pane.
public struct StackOverflowSettings: SettingsSection {
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

extension Settings {
  public var stackOverflow: StackOverflowSettings {
    get { self[StackOverflowSettings.self] }
    set { self[StackOverflowSettings.self] = newValue }
  }
}
