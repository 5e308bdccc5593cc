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
  /// Puts a value into the root; `false` where it cannot be used, which was told.
  let take: @Sendable (SettingsNode, inout Root, inout Reading) -> Bool
  /// Writes the root's value; `nil` where the key is not needed for it.
  let written: @Sendable (Root) -> Written?

  init<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ form: Form<Value>, _ meaning: SafeText,
    examples: [SafeText] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.examples = examples
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

/// The keys that a map may have.
struct Keys<Root: Sendable>: Sendable {
  let all: [Key<Root>]
  /// Groups of keys of which only one can be given.
  var exclusive: [[String]] = []

  var names: [String] { all.map(\.name) }
  var descriptions: [KeyDescription] {
    all.map {
      KeyDescription(name: $0.name, meaning: $0.meaning, expected: $0.expected, example: $0.examples.first ?? "")
    }
  }

  /// Reads a map into the root. Keys without a value count as not given.
  ///
  /// - Returns: where the keys stand whose values were taken; `nil` where there is no map.
  func read(_ node: SettingsNode, into root: inout Root, _ reading: inout Reading) -> [String: SettingsPlace]? {
    guard case .map(let entries) = node.content else {
      reading.tell("\(node.kind) stands here; give a map of keys and values: \(Quoted.choice(names))", at: node.place)
      return nil
    }
    var given: [String: SettingsPlace] = [:]
    for entry in entries {
      // Keys that are no words were told of when the file was parsed.
      guard case .scalar(let name, _) = entry.key.content else { continue }
      guard let key = all.first(where: { $0.name == name }) else {
        tellUnknown(name, at: entry.key.place, &reading)
        continue
      }
      if entry.value.isNothing { continue }
      let rivals = exclusive.first { $0.contains(name) } ?? []
      if let rival = rivals.first(where: { given[$0] != nil }) {
        reading.tell(
          "\(SafeText(oneLine: rival)) and \(SafeText(oneLine: name)) exclude each other; give one of them",
          at: entry.key.place)
        continue
      }
      if reading.within(key: name, { key.take(entry.value, &root, &$0) }) { given[name] = entry.key.place }
    }
    return given
  }

  private func tellUnknown(_ name: String, at place: SettingsPlace, _ reading: inout Reading) {
    let advice: SafeText =
      NearestWord.nearest(to: name, among: names).map { "did you mean \(SafeText(oneLine: $0))?" }
      ?? "the keys here are \(Quoted.list(names))"
    reading.tell("unknown key \(Quoted.text(name)); \(advice)", at: place)
  }

  /// The schema of such a map.
  var schema: JSONValue {
    .object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "properties": .object(all.map { JSONValue.Member(name: $0.name, value: $0.schema) }),
    ])
  }

  /// Writes the keys that the root needs.
  func written(_ root: Root) -> Written {
    .entries(
      all.compactMap { key in
        key.written(root).map { Written.Entry(key: SafeText(oneLine: key.name), value: $0.line) }
      })
  }
}
