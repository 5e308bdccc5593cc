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
    /// What cannot be read, and was told of when the file was parsed.
    case unreadable
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

  /// Whether the value counts as not given.
  var isNothing: Bool {
    switch content {
    case .nothing, .unreadable: true
    case .scalar, .list, .map: false
    }
  }

  /// What the value is, where another kind was expected.
  var kind: SafeText {
    switch content {
    case .nothing, .unreadable: "nothing"
    case .scalar: "a single value"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}
