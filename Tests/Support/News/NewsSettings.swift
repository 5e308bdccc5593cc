import Model
import SettingsFile
import Text

/// The settings of the news.
public struct NewsSettings: SettingsSection {
  /// The least number of points of an item that is shown.
  public var leastPoints = 0

  public init() {}
}

extension Settings {
  public var news: NewsSettings {
    get { self[NewsSettings.self] }
    set { self[NewsSettings.self] = newValue }
  }
}

extension SettingsFeature {
  public static let news = SettingsFeature(
    [
      .section(
        "news", "What the pane of news shows.",
        [
          Setting(
            "least-points", in: "news", \.news.leastPoints, .whole(0...1_000_000),
            "The least number of points of an item that is shown.", examples: ["10"])
        ])
    ], subject: .news)
}
