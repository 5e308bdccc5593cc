import Text

/// A key of a map, with all that anybody needs to know of it.
struct Key<Root: Sendable>: Sendable {
  let name: String
  /// What the value means, in one sentence.
  let meaning: SafeText
  /// What to write, after "give".
  let expected: SafeText
  let schema: JSONValue
  /// Values as they can be written in the file; lines below the key begin with a dash or a key of their own.
  let examples: [SafeText]
  /// The keys of the value, where it is a map or a list of maps.
  let nested: [KeyDescription]
  /// Keys of the same group exclude each other.
  let group: String?
  /// Of each of these lists one key must be given together with this key.
  let needs: [[String]]
  /// Puts a value into the root; `false` where it cannot be used, which was told.
  let take: @Sendable (SettingsNode, inout Root, inout Reading) -> Bool
  /// Writes the root's value; `nil` where the key is not needed for it.
  let written: @Sendable (Root) -> Written?

  init<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ form: Form<Value>, _ meaning: SafeText,
    examples: [SafeText] = [], group: String? = nil, needs: [[String]] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.examples = examples
    self.group = group
    self.needs = needs
    expected = form.expected
    nested = form.nested
    schema = form.schema.with(["description": .text(meaning.string)])
    take = { node, root, reading in
      guard let value = form.read(node, &reading) else { return false }
      root[keyPath: path] = value
      return true
    }
    written = { form.write($0[keyPath: path]) }
  }

  /// What documentation says of the keys that must be given too.
  var companions: SafeText { needs.map { " Needs \(Quoted.choice($0))." }.joined() }
}

/// The keys that a map may have.
struct Keys<Root: Sendable>: Sendable {
  let all: [Key<Root>]
  /// The group of which a key must be given.
  var required: String?

  var names: [String] { all.map(\.name) }
  var descriptions: [KeyDescription] {
    all.map {
      KeyDescription(
        name: $0.name, meaning: $0.meaning + $0.companions, expected: $0.expected, example: $0.examples.first ?? "",
        isChoice: $0.schema["enum"] != nil)
    }
  }

  /// Reads a map into the root. Keys without a value count as not given.
  ///
  /// - Returns: where the keys stand whose values were taken; `nil` where there is no map.
  func read(_ node: SettingsNode, into root: inout Root, _ reading: inout Reading) -> [String: SettingsPlace]? {
    guard case .map(let entries) = node.content else {
      reading.tellKind(of: node, give: "a map of keys and values (\(Quoted.first(6, of: names)))")
      return nil
    }
    var given: [String: SettingsPlace] = [:]
    let before = reading.mistakes.count
    for entry in entries where !reading.isFull {
      // Keys that are no words were told of when the file was parsed.
      guard case .scalar(let name, _) = entry.key.content else { continue }
      guard let key = all.first(where: { $0.name == name }) else {
        reading.tell(NearestWord.unknown("key", name, among: names), at: entry.key.place)
        continue
      }
      if entry.value.isNothing { continue }
      if let group = key.group, let rival = members(of: group).first(where: { given[$0] != nil }) {
        reading.tell(
          "\(SafeText(oneLine: rival)) and \(SafeText(oneLine: name)) exclude each other; give one of them",
          at: entry.key.place)
        continue
      }
      if reading.within(key: name, { key.take(entry.value, &root, &$0) }) { given[name] = entry.key.place }
    }
    if reading.mistakes.count == before { checkWhatBelongsTogether(given, at: node.place, &reading) }
    return given
  }

  private func checkWhatBelongsTogether(
    _ given: [String: SettingsPlace], at place: SettingsPlace, _ reading: inout Reading
  ) {
    if let required, !members(of: required).contains(where: { given[$0] != nil }) {
      reading.tell(
        "no \(SafeText(oneLine: required)); give one of \(Quoted.list(members(of: required)))", at: place)
      return
    }
    for key in all {
      guard let place = given[key.name],
        let missing = key.needs.first(where: { !$0.contains { given[$0] != nil } })
      else { continue }
      reading.within(key: key.name) {
        $0.tell("this needs \(Quoted.choice(missing)) beside it; add that, or delete this", at: place)
      }
    }
  }

  private func members(of group: String) -> [String] { all.filter { $0.group == group }.map(\.name) }

  /// The schema of such a map.
  var schema: JSONValue {
    JSONValue.object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "properties": .object(all.map { JSONValue.Member(name: $0.name, value: $0.schema) }),
    ]).with(rules)
  }

  /// What the schema says of keys that exclude or need each other.
  private var rules: [JSONValue.Member] {
    func given(_ name: String) -> JSONValue { .object(["required": .texts([name])]) }
    let groups = Set(all.compactMap(\.group)).sorted().map { group -> JSONValue in
      let each = members(of: group).map(given)
      let none = JSONValue.object(["not": .object(["anyOf": .list(each)])])
      return .object(["oneOf": .list(group == required ? each : each + [none])])
    }
    let needs = all.filter { !$0.needs.isEmpty }.map { key in
      JSONValue.Member(
        name: key.name,
        value: .object(["allOf": .list(key.needs.map { .object(["anyOf": .list($0.map(given))]) })]))
    }
    return (groups.isEmpty ? [] : [JSONValue.Member(name: "allOf", value: .list(groups))])
      + (needs.isEmpty ? [] : [JSONValue.Member(name: "dependentSchemas", value: .object(needs))])
  }

  /// Writes the keys that the root needs.
  func written(_ root: Root) -> Written {
    .entries(
      all.compactMap { key in
        key.written(root).map { Written.Entry(key: SafeText(oneLine: key.name), value: $0.line) }
      })
  }
}
