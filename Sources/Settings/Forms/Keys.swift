import Text

/// A key of a map, with everything that reading and documentation need.
package struct Key<Root: Sendable>: Sendable {
  let name: String
  /// The meaning of the value, in one sentence.
  let meaning: SafeText
  /// The expected value, after "give".
  let expected: SafeText
  let schema: JSONValue
  /// Examples of values in the file. Lines below the key begin with a dash or a key of their own.
  let examples: [SafeText]
  /// The keys of the value if it is a map or a list of maps.
  let nested: [KeyDescription]
  /// Keys of the same group exclude each other.
  let group: String?
  /// Lists of keys; one key of each list must be given together with this key.
  let needs: [[String]]
  /// Sets a value in the root; `false` if the value cannot be used, which has been recorded as a mistake.
  let take: @Sendable (SettingsNode, inout Root, inout Reading) -> Bool
  /// Writes the root's value; `nil` if the key is not needed for it.
  let written: @Sendable (Root) -> Written?

  package init<Value>(
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
}

/// The keys of a map.
package struct Keys<Root: Sendable>: Sendable {
  let all: [Key<Root>]
  /// A group of which a key must be given.
  var required: String?

  package init(all: [Key<Root>], required: String? = nil) {
    self.all = all
    self.required = required
  }

  var names: [String] { all.map(\.name) }
  var descriptions: [KeyDescription] {
    all.map { key in
      let companions: SafeText = documentedNeeds(of: key).map { " Needs \(Quoted.choice($0))." }.joined()
      return KeyDescription(
        name: key.name, meaning: key.meaning + companions, expected: key.expected, example: key.examples.first ?? "",
        isChoice: key.schema["enum"] != nil)
    }
  }

  /// Returns the keys that must be given too, among those that the program uses.
  private func documentedNeeds(of key: Key<Root>) -> [[String]] {
    key.needs.map { $0.filter(names.contains) }.filter { !$0.isEmpty }
  }

  /// Reads a map into the root. Keys without a value count as missing.
  ///
  /// - Returns: the places of the keys whose values were used; `nil` if the node is not a map.
  func read(_ node: SettingsNode, into root: inout Root, _ reading: inout Reading) -> [String: SettingsPlace]? {
    guard case .map(let entries) = node.content else {
      reading.tellKind(of: node, give: "a map of keys and values (\(Quoted.first(6, of: names)))")
      return nil
    }
    var given: [String: SettingsPlace] = [:]
    let before = reading.failures
    for entry in entries where !reading.isFull {
      // Keys that are not words were reported when the file was parsed.
      guard case .scalar(let name, _) = entry.key.content else {
        reading.passOver(entry.key)
        continue
      }
      guard let key = all.first(where: { $0.name == name }) else {
        reading.tell(NearestWord.unknown("key", name, among: names), at: entry.key.place)
        continue
      }
      if entry.value.isNothing {
        reading.passOver(entry.value)
        continue
      }
      reading.within(key: name) { $0.locate(entry.value.place) }
      if let group = key.group, let rival = members(of: group).first(where: { given[$0] != nil }) {
        reading.tell(
          "\(SafeText(oneLine: rival)) and \(SafeText(oneLine: name)) exclude each other; give one of them",
          at: entry.key.place)
        continue
      }
      if reading.within(key: name, { key.take(entry.value, &root, &$0) }) { given[name] = entry.key.place }
    }
    if reading.failures == before { checkWhatBelongsTogether(given, at: node.place, &reading) }
    return given
  }

  private func checkWhatBelongsTogether(
    _ given: [String: SettingsPlace], at place: SettingsPlace, _ reading: inout Reading
  ) {
    if let required, !members(of: required).contains(where: { given[$0] != nil }) {
      let known = members(of: required).filter(names.contains)
      reading.tell(
        "no \(SafeText(oneLine: required)); give \(known.count > 1 ? "one of " : "")\(Quoted.list(known))", at: place)
      return
    }
    for key in all {
      guard let place = given[key.name],
        let missing = key.needs.first(where: { !$0.contains { given[$0] != nil } })
      else { continue }
      let known = missing.filter(names.contains)
      reading.within(key: key.name) {
        $0.tell(
          "this needs \(Quoted.choice(known.isEmpty ? missing : known)) beside it; add that, or delete this", at: place)
      }
    }
  }

  private func members(of group: String) -> [String] { all.filter { $0.group == group }.map(\.name) }

  /// The schema of the map.
  var schema: JSONValue {
    JSONValue.object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "properties": .object(all.map { JSONValue.Member(name: $0.name, value: $0.schema) }),
    ]).with(rules)
  }

  /// The rules of the schema for keys that exclude or require each other.
  private var rules: [JSONValue.Member] {
    func given(_ name: String) -> JSONValue { .object(["required": .texts([name])]) }
    func either(of names: [String]) -> JSONValue { .object(["anyOf": .list(names.map(given))]) }
    // An empty map gives no keys, and the rules must hold for it as well, so they are conditions on the keys given.
    let conditions = all.compactMap { key -> JSONValue.Member? in
      let rivals = key.group.map { members(of: $0).filter(names.contains).prefix { $0 != key.name } } ?? []
      let all =
        documentedNeeds(of: key).map(either)
        + (rivals.isEmpty ? [] : [JSONValue.object(["not": either(of: Array(rivals))])])
      return all.isEmpty ? nil : JSONValue.Member(name: key.name, value: .object(["allOf": .list(all)]))
    }
    let alternatives = required.map { [either(of: members(of: $0).filter(names.contains))] } ?? []
    return (alternatives.isEmpty ? [] : [JSONValue.Member(name: "allOf", value: .list(alternatives))])
      + (conditions.isEmpty ? [] : [JSONValue.Member(name: "dependentSchemas", value: .object(conditions))])
  }

  /// Writes the keys that the root needs and the program uses.
  func written(_ root: Root) -> Written {
    .entries(
      all.compactMap { key in
        key.written(root).map { Written.Entry(key: SafeText(oneLine: key.name), value: $0.line) }
      })
  }
}
