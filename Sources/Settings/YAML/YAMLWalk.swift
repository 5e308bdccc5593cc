import Text

/// Makes nodes with places of a text's YAML, in one walk over libyaml's events.
///
/// - Anchors, aliases and merge keys are refused, so a file is never larger than it looks.
/// - Duplicate keys are found here, so that all mistakes of a file are reported at once.
/// - Tags are not resolved: the meaning of a plain word depends on its key.
struct YAMLWalk {
  /// Settings are shallow.
  static let maximumDepth = 32
  static let tooDeep: SafeText = "lists and maps lie more than \(maximumDepth) levels deep"
  private static let standardTag = "tag:yaml.org,2002:"

  private let events: YAMLEvents
  private var mistakes: [SettingsMistake] = []
  private var depth = 0
  /// The line of the last anchor, alias or merge key. One sentence for each line is enough.
  private var refusedLine: Int?

  /// Returns the root of the only document, `nil` if there is none, and the mistakes that leave the rest readable.
  ///
  /// - Throws: if the text cannot be parsed.
  static func parse(
    _ text: String, name: SafeText
  ) throws(SettingsMistakes) -> (root: SettingsNode?, mistakes: [SettingsMistake]) {
    var walk = YAMLWalk(events: YAMLEvents(text, name: name))
    return (try walk.root(), walk.mistakes)
  }

  private init(events: YAMLEvents) { self.events = events }

  private mutating func root() throws(SettingsMistakes) -> SettingsNode? {
    guard try events.next() != nil, let first = try events.next() else { return nil }
    let root = try node(from: first)
    if let second = try events.next() {
      throw SettingsMistakes(place: second.place, "a second document begins here; settings are one document")
    }
    return root
  }

  private mutating func node(from event: YAMLEvent) throws(SettingsMistakes) -> SettingsNode {
    guard depth < Self.maximumDepth else { throw SettingsMistakes(place: event.place, Self.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    let isMergeKey = event.tag == Self.standardTag + "merge"
    if event.hasAnchor || isMergeKey { refuse(at: event.place) }
    if let tag = event.tag, tag != "!", !tag.begins(with: Self.standardTag) {
      tell("this tag means nothing here; text that begins with ! needs quotes", at: event.place)
    }
    let content = try content(from: event)
    return SettingsNode(place: event.place, content: isMergeKey ? .unreadable : content)
  }

  private mutating func content(from event: YAMLEvent) throws(SettingsMistakes) -> SettingsNode.Content {
    switch event.content {
    case .scalar(let text, let isPlain):
      if isPlain, ["", "~", "null", "Null", "NULL"].contains(text) { return .nothing }
      return .scalar(text, isPlain: isPlain)
    case .listStart:
      var list: [SettingsNode] = []
      while let element = try element() { list.append(try node(from: element)) }
      return .list(list)
    case .mapStart:
      return .map(try entries())
    case .alias:
      refuse(at: event.place)
      return .unreadable
    case .documentStart, .end:
      // libyaml begins a value with neither.
      return .unreadable
    }
  }

  /// Returns the beginning of the next element of a list or map; `nil` at its end.
  private func element() throws(SettingsMistakes) -> YAMLEvent? {
    let event = try events.next()
    return event?.content == .end ? nil : event
  }

  private mutating func entries() throws(SettingsMistakes) -> [SettingsNode.Entry] {
    var entries: [SettingsNode.Entry] = []
    var places: [String: SettingsPlace] = [:]
    while let event = try element() {
      let key = usable(try node(from: event), &places)
      guard let event = try element() else { break }
      let value = try node(from: event)
      if let key { entries.append(.init(key: key, value: value)) }
    }
    return entries
  }

  /// Returns a key that is a word and new in its map, or that is refused; else `nil`, and the mistake is recorded.
  private mutating func usable(_ key: SettingsNode, _ places: inout [String: SettingsPlace]) -> SettingsNode? {
    switch key.content {
    case .scalar("<<", isPlain: true):
      refuse(at: key.place)
      return SettingsNode(place: key.place, content: .unreadable)
    case .scalar(let word, _):
      if let first = places[word]?.line {
        tell("the key \(Quoted.text(word)) stands twice in the same map, first in line \(first)", at: key.place)
        return nil
      }
      places[word] = key.place
      return key
    case .unreadable:
      return key
    case .nothing, .list, .map:
      tell("a key must be a word, not \(key.kind)", at: key.place)
      return nil
    }
  }

  private mutating func refuse(at place: SettingsPlace) {
    guard refusedLine != place.line else { return }
    refusedLine = place.line
    tell(YAMLSentences.refusal, at: place)
  }

  /// The walk follows the text, so that what comes after too many mistakes would be cut.
  private mutating func tell(_ sentence: SafeText, at place: SettingsPlace) {
    if mistakes.count > SettingsText.maximumMistakes { return }
    mistakes.append(SettingsMistake(place: place, sentence: sentence))
  }
}
