import Text

/// A value as it was written, with its place: a node of the YAML file, an environment variable, or the value of an option.
package struct SettingsNode: Sendable {
  package enum Content: Sendable {
    /// An empty value, `~` or `null`.
    case nothing
    /// A word, a number or a text. Plain if written without quotes.
    case scalar(String, isPlain: Bool)
    case list([SettingsNode])
    case map([Entry])
    /// An alias or a merge key, which was reported when the file was parsed.
    case unreadable
  }

  package struct Entry: Sendable {
    var key: SettingsNode
    var value: SettingsNode

    package init(key: SettingsNode, value: SettingsNode) {
      self.key = key
      self.value = value
    }
  }

  package var place: SettingsPlace
  package var content: Content

  package init(place: SettingsPlace, content: Content) {
    self.place = place
    self.content = content
  }

  package static func text(_ text: String, at place: SettingsPlace) -> SettingsNode {
    SettingsNode(place: place, content: .scalar(text, isPlain: true))
  }

  /// Whether the value counts as missing.
  var isNothing: Bool {
    switch content {
    case .nothing, .unreadable: true
    case .scalar, .list, .map: false
    }
  }

  /// The kind of the value, for a sentence that another kind was expected.
  var kind: SafeText {
    switch content {
    case .nothing, .unreadable: "nothing"
    case .scalar: "a single value"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}
