import Foundation
import Model
import Text

/// The settings of the Wikipedia pane.
public struct WikipediaSettings: SettingsSection {
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
  /// Conditions of which a person can choose one in the place of ``filter``.
  public var conditions: [NamedCondition] = []
  /// The edits that are marked in the list, or that ring the bell.
  public var watch: [EditWatch] = []
  /// How Wikimedia can reach the person: a mail address or a URL; `nil` to use the project's own.
  public var contact: String?

  public init() {}
}

extension Settings {
  public var wikipedia: WikipediaSettings {
    get { self[WikipediaSettings.self] }
    set { self[WikipediaSettings.self] = newValue }
  }
}

extension SettingWish {
  /// To notice edits of a page or of a user.
  public static func watch(_ subject: EditWatch.Subject) -> SettingWish {
    let meaning: SafeText =
      switch subject {
      case .title: "watch this page"
      case .user: "watch this user"
      case .matches: "watch these words"
      }
    return SettingWish(meaning, .setting("wikipedia.watch") { $0.wikipedia.watch = [EditWatch(subject)] })
  }
}
