import Text

/// Collects the mistakes of one file, with the path of the key that is being read.
struct Reading {
  private(set) var mistakes: [SettingsMistake] = []
  /// What a person should know of values that can be used.
  private(set) var notices: [SettingsMistake] = []
  /// Where keys and elements of lists have their values, by their paths: `stack-overflow.tabs[1].site`.
  private(set) var places: [String: SettingsPlace] = [:]
  private var path: [SafeText] = []
  /// Whether sentences begin with the key's path. A variable or an option is its own place.
  private let tellsPaths: Bool

  init(tellsPaths: Bool = true) { self.tellsPaths = tellsPaths }

  /// Whether there are more mistakes than anybody is told; what follows need not be read.
  var isFull: Bool { mistakes.count > 200 }

  /// Reads what stands below a key.
  mutating func within<Result>(key: String, _ body: (inout Reading) -> Result) -> Result {
    within(path.isEmpty ? SafeText(oneLine: key) : ".\(SafeText(oneLine: key))", body)
  }

  /// Reads an element of a list; elements count from 0, as in JSON.
  mutating func within<Result>(index: Int, _ body: (inout Reading) -> Result) -> Result { within("[\(index)]", body) }

  private mutating func within<Result>(_ step: SafeText, _ body: (inout Reading) -> Result) -> Result {
    path.append(step)
    defer { path.removeLast() }
    return body(&self)
  }

  /// Tells that the value is of another kind than is expected.
  mutating func tellKind(of node: SettingsNode, give expected: SafeText) {
    if case .unreadable = node.content { return }
    tell("\(node.kind) stands here; give \(expected)", at: node.place)
  }

  /// Tells what is wrong with the value that is being read.
  mutating func tell(_ sentence: SafeText, at place: SettingsPlace) {
    mistakes.append(remark(sentence, at: place))
  }

  /// Tells what a person should know of the value that is being read. The value is taken all the same.
  mutating func note(_ sentence: SafeText, at place: SettingsPlace) {
    notices.append(remark(sentence, at: place))
  }

  /// Keeps where the value that is being read stands.
  mutating func locate(_ place: SettingsPlace) { places[path.joined().string] = place }

  private func remark(_ sentence: SafeText, at place: SettingsPlace) -> SettingsMistake {
    SettingsMistake(place: place, sentence: path.isEmpty || !tellsPaths ? sentence : "\(path.joined()): \(sentence)")
  }
}
