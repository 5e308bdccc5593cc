import Foundation
import SettingsFile
import Text

extension SettingsFeature {
  /// The settings of the Stack Overflow pane.
  package static let stackOverflow = SettingsFeature(parts, subject: .questions)

  private static let parts: [SettingsTable.Part] = [
    .section(
      "stack-overflow", "What the Stack Overflow pane shows.",
      [
        Setting(
          "tabs", in: "stack-overflow", \.stackOverflow.tabs, .tabs, "The tabs, in the order of the screen.",
          examples: [
            "- { name: Top, sort: hot }",
            "- { tags: [swift, concurrency], any: true, sort: active }",
            "- { site: unix, tags: [bash], sort: votes }",
            "- { search: \"nio websocket\" }",
          ]),
        Setting(
          "refresh-every", in: "stack-overflow", \.stackOverflow.refreshPeriod,
          .duration(60...86_400, or: "off"),
          "How often the tab that is shown refreshes by itself.", examples: ["5 min"], variable: "REACTUI_REFRESH_EVERY"
        ),
        Setting(
          "url", in: "stack-overflow", \.stackOverflow.url, Form<URL>.url(["http", "https"]).optional,
          "The address of the Stack Exchange API, with its version; without the key the public one.",
          examples: ["\"https://api.stackexchange.com/2.3\""], variable: "REACTUI_STACK_EXCHANGE_URL",
          flag: "--stack-exchange-url", mayBeSecret: true),
        Setting(
          secret: "key", in: "stack-overflow", \.stackOverflow.key,
          "your Stack Exchange key",
          examples: ("pass show stackexchange", "~/.config/reactui/key"), variable: "REACTUI_STACK_EXCHANGE_KEY"),
      ])
  ]
}
