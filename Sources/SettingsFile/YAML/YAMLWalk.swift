import Text
import Yams

/// Converts Yams's nodes: expands aliases and merge keys, and finds duplicate keys.
struct YAMLWalk {
  /// Settings are shallow.
  static let maximumDepth = 32
  /// The number of values that a file may have with its aliases expanded.
  static let maximumSize = 50_000

  let name: SafeText
  let standIns: StandIns
  private(set) var mistakes: [SettingsMistake] = []
  private var size = 0
  private var depth = 0
  /// The nodes of anchors, and their sizes with aliases expanded.
  private var anchors: [String: (node: SettingsNode, size: Int)] = [:]

  init(name: SafeText, standIns: StandIns) {
    self.name = name
    self.standIns = standIns
  }

  mutating func node(of node: Node) -> SettingsNode {
    let place = place(of: node)
    guard spend(1, at: place) else { return SettingsNode(place: place, content: .unreadable) }
    guard depth < Self.maximumDepth else {
      tell("lists and maps lie more than \(Self.maximumDepth) levels deep", at: place)
      return SettingsNode(place: place, content: .unreadable)
    }
    let sizeBefore = size
    depth += 1
    defer { depth -= 1 }
    checkTag(of: node, at: place)
    if let scalar = node.scalar, let alias = alias(scalar) { return expanded(alias, at: place) }
    let result = SettingsNode(place: place, content: content(of: node))
    if let anchor = node.anchor { anchors[anchor.rawValue] = (result, size - sizeBefore + 1) }
    return result
  }

  private mutating func content(of node: Node) -> SettingsNode.Content {
    switch node {
    case .scalar(let scalar):
      let text = standIns.restored(scalar.string)
      if scalar.style == .plain, ["", "~", "null", "Null", "NULL"].contains(text) { return .nothing }
      return .scalar(text, isPlain: scalar.style == .plain)
    case .sequence(let sequence):
      var list: [SettingsNode] = []
      for element in sequence { list.append(self.node(of: element)) }
      return .list(list)
    case .mapping(let mapping):
      return .map(entries(of: mapping))
    case .alias:
      return .nothing
    }
  }

  private mutating func entries(of mapping: Node.Mapping) -> [SettingsNode.Entry] {
    var entries: [SettingsNode.Entry] = []
    var merged: [SettingsNode.Entry] = []
    var first: [String: SettingsPlace] = [:]
    for (key, value) in mapping {
      let (key, value) = (node(of: key), node(of: value))
      guard case .scalar(let word, let isPlain) = key.content else {
        if case .unreadable = key.content { continue }
        tell("a key must be a word, not \(key.kind)", at: key.place)
        continue
      }
      if let place = first[word] {
        tell(
          "the key \(Quoted.text(word)) stands twice in the same map, first in line \(Self.line(of: place))",
          at: key.place)
        continue
      }
      first[word] = key.place
      if word == "<<", isPlain {
        merged += mergedEntries(of: value)
      } else {
        entries.append(.init(key: key, value: value))
      }
    }
    // A map's own keys take precedence over merged ones, and earlier merged ones over later ones.
    for entry in merged {
      guard case .scalar(let word, _) = entry.key.content, first[word] == nil else { continue }
      first[word] = entry.key.place
      entries.append(entry)
    }
    return entries
  }

  /// Returns the entries that `<<` adds to a map: those of another map, or of several (https://yaml.org/type/merge.html).
  private mutating func mergedEntries(of value: SettingsNode) -> [SettingsNode.Entry] {
    switch value.content {
    case .map(let entries): return entries
    case .list(let list):
      var entries: [SettingsNode.Entry] = []
      for case .map(let more) in list.map(\.content) { entries += more }
      if list.allSatisfy({ if case .map = $0.content { true } else { false } }) { return entries }
    case .scalar, .nothing: break
    case .unreadable: return []
    }
    tell("<< takes another map, by its alias, or a list of them", at: value.place)
    return []
  }

  /// Returns the name of the alias if a plain value is one.
  private func alias(_ scalar: Node.Scalar) -> String? {
    guard scalar.style == .plain else { return nil }
    let text = standIns.restored(scalar.string)
    return text.begins(with: "*") ? String(text.unicodeScalars.dropFirst()) : nil
  }

  private mutating func expanded(_ alias: String, at place: SettingsPlace) -> SettingsNode {
    guard let anchor = anchors[alias] else {
      tell("there is no anchor above for this alias; text that begins with * needs quotes", at: place)
      return SettingsNode(place: place, content: .unreadable)
    }
    guard spend(anchor.size, at: place) else { return SettingsNode(place: place, content: .unreadable) }
    return SettingsNode(place: place, content: anchor.node.content)
  }

  /// Counts values. Too many are reported once, and the rest is empty.
  private mutating func spend(_ count: Int, at place: SettingsPlace) -> Bool {
    let before = size
    size += count
    if before <= Self.maximumSize, size > Self.maximumSize {
      tell("the file has more than \(Self.maximumSize) values, aliases expanded", at: place)
    }
    return size <= Self.maximumSize
  }

  private mutating func checkTag(of node: Node, at place: SettingsPlace) {
    let tag = node.tag.description
    guard !tag.isEmpty, !tag.begins(with: "tag:yaml.org,2002:"), tag != "!" else { return }
    tell("this tag means nothing here; text that begins with ! needs quotes", at: place)
  }

  private mutating func tell(_ sentence: SafeText, at place: SettingsPlace) {
    mistakes.append(SettingsMistake(place: place, sentence: sentence))
  }

  private func place(of node: Node) -> SettingsPlace {
    node.mark.map { .file(name: name, line: $0.line, column: $0.column) } ?? .wholeFile(name: name)
  }

  private static func line(of place: SettingsPlace) -> Int {
    if case .file(_, let line, _) = place { line } else { 1 }
  }
}
