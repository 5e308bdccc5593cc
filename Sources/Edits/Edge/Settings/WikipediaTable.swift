import Edits
import Foundation
import Model
import SettingsFile
import Text

extension SettingsFeature {
  /// The settings of the Wikipedia pane.
  package static let wikipedia = SettingsFeature(parts, subject: .edits)

  private static let parts: [SettingsTable.Part] = [
    .section(
      "wikipedia", "What the Wikipedia pane shows.",
      [
        Setting(
          "wikis", in: "wikipedia", \.wikipedia.wikis, Form<[String]>.wikis,
          "The wikis whose edits are shown, by code, database name or language; an empty list or all means all. What is chosen"
            + " with w holds until this key changes.",
          examples: ["[en, dewiki]"], variable: "REACTUI_WIKIS", node: SettingsNode.commaSeparated),
        Setting(
          "show", in: "wikipedia", \.wikipedia.shown,
          Form<[ShownEdits.Word]>.list(of: .shownEdits, count: 0...ShownEdits.Word.allCases.count, noun: "a word")
            .map({ ShownEdits($0) }, back: { $0.words }),
          "Which edits are shown: people, anonymous (an IP address or a temporary account) and bots say whose; articles, talk, user"
            + " and other on which pages; major leaves out minor edits. Of what no word is about, all is shown.",
          examples: ["[people, anonymous, articles, major]"], variable: "REACTUI_WIKI_SHOW",
          node: SettingsNode.commaSeparated),
        Setting(
          "history", in: "wikipedia", \.wikipedia.history, .duration(3_600...30 * 86_400),
          "How long the rate of edits is kept over restarts; what is older than a day is shown by minutes.",
          examples: ["7 d"], variable: "REACTUI_WIKI_HISTORY"),
        Setting(
          "filter", in: "wikipedia", \.wikipedia.filter, Form<EditCondition>.condition.optional,
          "A condition on the edits that are listed, such as / takes after a question mark; without the key all. The rate and the"
            + " chart count all edits.",
          examples: ["risk>0.5 and not bot"], variable: "REACTUI_WIKI_FILTER"),
        Setting(
          "conditions", in: "wikipedia", \.wikipedia.conditions, Form<[NamedCondition]>.namedConditions,
          "Conditions with names, of which e and the palette choose one in the place of filter.",
          examples: ["- { name: vandals?, when: \"risk>0.9 and not reverted\" }"]),
        Setting(
          "watch", in: "wikipedia", \.wikipedia.watch,
          Form<[EditWatch]>.list(of: .watch, count: 0...100, noun: "an entry", inLines: true),
          "Edits that are marked in the list and counted above it: those of a page, of a user, or with words in title, user or"
            + " comment.",
          examples: [
            "- { title: \"Main Page\" }", "- { user: Vand77, bell: true }", "- { matches: \"manhattan film\" }",
          ]),
        Setting(
          "url", in: "wikipedia", \.wikipedia.url, Form<URL>.url(["wss", "ws", "https", "http"]).optional,
          "A WebSocket feed (ws, wss) or EventStreams (http, https); without the key the public one.",
          examples: ["\"https://stream.wikimedia.org/v2/stream/recentchange\""], variable: "REACTUI_WIKI_URL",
          flag: "--wiki-url", mayBeSecret: true),
      ]),
    .setting(
      Setting(
        "contact", \.wikipedia.contact,
        Form<String>.word(
          expected: "a mail address or a URL", pattern: Self.contactPattern, isLowercased: false
        ).optional,
        "Your mail address or page; Wikimedia is told it, and allows more requests then. Without the key it is"
          + " told the project's page.",
        examples: ["me@example.org"], variable: "REACTUI_CONTACT")),
  ]

  /// The characters allowed in a comment of the header User-Agent (RFC 9110, §5.6.5): no space, parenthesis or backslash.
  private static let contactPattern =
    #"^(https?://[!#-'*-\[\]-~]{3,200}|[!#-'*-?A-\[\]-~]{1,100}@[A-Za-z0-9.-]{3,100})$"#
}
