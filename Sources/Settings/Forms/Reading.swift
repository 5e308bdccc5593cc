import Text

/// Collects the mistakes of one file, with the path of the current key.
package struct Reading {
  private(set) var mistakes: [SettingsMistake] = []
  /// The places of keys and list elements, by path: `stack-overflow.tabs[1].site`.
  private(set) var places: [String: SettingsPlace] = [:]
  /// The number of values met that could not be parsed.
  private var unreadable = 0
  private var path: [SafeText] = []
  /// Whether sentences begin with the key's path. A variable or an option is its own place.
  private let tellsPaths: Bool

  package init(tellsPaths: Bool = true) { self.tellsPaths = tellsPaths }

  /// Whether there are more mistakes than are reported, so that the rest need not be read.
  var isFull: Bool { mistakes.count > 200 }

  /// The number of values that could not be used. What several values must be together is checked only if all could be used.
  var failures: Int { mistakes.count + unreadable }

  /// Reads the value of a key.
  mutating func within<Result>(key: String, _ body: (inout Reading) -> Result) -> Result {
    within(path.isEmpty ? SafeText(oneLine: key) : ".\(SafeText(oneLine: key))", body)
  }

  /// Reads an element of a list, counted from 0.
  mutating func within<Result>(index: Int, _ body: (inout Reading) -> Result) -> Result { within("[\(index)]", body) }

  private mutating func within<Result>(_ step: SafeText, _ body: (inout Reading) -> Result) -> Result {
    path.append(step)
    defer { path.removeLast() }
    return body(&self)
  }

  /// Records that a key or a value that is passed over could not be parsed, if so.
  ///
  /// - Returns: whether it could not be parsed.
  @discardableResult
  mutating func passOver(_ node: SettingsNode) -> Bool {
    guard case .unreadable = node.content else { return false }
    unreadable += 1
    return true
  }

  /// Records that the value is of the wrong kind.
  package mutating func tellKind(of node: SettingsNode, give expected: SafeText) {
    if passOver(node) { return }
    tell("\(node.kind) stands here; give \(expected)", at: node.place)
  }

  /// Records a mistake in the current value.
  package mutating func tell(_ sentence: SafeText, at place: SettingsPlace) {
    mistakes.append(
      SettingsMistake(place: place, sentence: path.isEmpty || !tellsPaths ? sentence : "\(path.joined()): \(sentence)"))
  }

  /// Records the place of the current value.
  mutating func locate(_ place: SettingsPlace) { places[path.joined().string] = place }
}
