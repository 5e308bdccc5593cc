import Text

/// A value as a person wrote it, with its place: a node of the YAML file, a variable of the environment, or the value of
/// an option.
struct SettingsNode: Sendable {
  enum Content: Sendable {
    /// Nothing: an empty value, `~` or `null`.
    case nothing
    /// A word, a number, a text. Plain: written without quotes.
    case scalar(String, isPlain: Bool)
    case list([SettingsNode])
    case map([Entry])
  }

  struct Entry: Sendable {
    var key: SettingsNode
    var value: SettingsNode
  }

  var place: SettingsPlace
  var content: Content

  static func text(_ text: String, at place: SettingsPlace) -> SettingsNode {
    SettingsNode(place: place, content: .scalar(text, isPlain: true))
  }

  var isNothing: Bool {
    if case .nothing = content { true } else { false }
  }

  /// What the value is, where another kind was expected.
  var kind: SafeText {
    switch content {
    case .nothing: "nothing"
    case .scalar: "a single value"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}
