import Model
import Text

/// The keys of a layout: those of the section `layout`, and of each element of `layouts`.
struct LayoutKeys: Sendable {
  let panes: Form<[String]?>
  let large: Form<String>
  let panesExamples: [SafeText]
  static let share = Form<Int>.whole(20...80).optional

  static let panesMeaning: SafeText = "The panes, in their order."
  static let largeMeaning: SafeText =
    "The pane with the largest share; without the key the first of panes where stack-overflow is not among them."
  static let shareMeaning: SafeText =
    "The large pane's share of the screen in percent; without the key 56, and 66 where it shows two things side by side."

  init(_ vocabulary: SettingsVocabulary) {
    large = Form<String>.name(of: vocabulary.panes)
    panes = Form.list(of: large, count: 1...max(1, vocabulary.panes.count), noun: "a pane")
      .map({ $0 == vocabulary.panes ? nil : $0 }, back: { $0 ?? vocabulary.panes })
    panesExamples = ["[\(Quoted.list(vocabulary.panes))]"]
  }

  /// Those of a layout with a name.
  var named: Keys<NamedLayout> {
    Keys(all: [
      Key("panes", \.layout.panes, panes, Self.panesMeaning, examples: panesExamples),
      Key("large", \.layout.large, large, Self.largeMeaning, examples: ["stack-overflow"]),
      Key("share", \.layout.share, Self.share, Self.shareMeaning, examples: ["56"]),
      Key(
        "key", \.key, Form<String>.key.optional, "The key that shows the layout; without one it is in the palette.",
        examples: ["F6"]),
    ])
  }
}

extension Form where Value == [String: NamedLayout] {
  /// Layouts by their names, which are words for the palette.
  static func layouts(_ vocabulary: SettingsVocabulary) -> Form {
    let layout = Form<NamedLayout>.record(
      "a layout", keys: LayoutKeys(vocabulary).named, start: NamedLayout(), finish: { layout, _, _ in layout },
      draft: { $0 })
    return Form.map(to: layout, noun: "name") { name in
      name.isEmpty || name.count > 40 ? "is no name of a layout; give 1 to 40 characters" : nil
    }
  }
}
