import Text

extension Form {
  /// A list of values; a single value that is no list stands for a list of one.
  ///
  /// - Parameters:
  ///   - count: how many elements there may be.
  ///   - noun: what one of them is, such as "a tag".
  static func list<Element: Hashable & Sendable>(
    of element: Form<Element>, count: ClosedRange<Int>, noun: SafeText, inLines: Bool = false
  ) -> Form where Value == [Element] {
    let schema = JSONValue.object([
      "type": .text("array"), "items": element.schema, "minItems": .number(Double(count.lowerBound)),
      "maxItems": .number(Double(count.upperBound)), "uniqueItems": .flag(true),
    ])
    return Form(
      expected: "a list; each element is \(element.expected)",
      schema: inLines ? schema : .object(["anyOf": .list([schema, element.schema])]),
      read: { node, reading in
        guard case .list(let nodes) = node.content else {
          if inLines {
            reading.tell(
              "\(node.kind) stands here; give a list, each element in a line that begins with a dash", at: node.place)
            return nil
          }
          return element.read(node, &reading).map { [$0] }
        }
        if nodes.count < count.lowerBound {
          reading.tell("the list is empty; give at least \(noun), or delete the key", at: node.place)
          return nil
        }
        if nodes.count > count.upperBound {
          reading.tell("\(nodes.count) elements are too many; at most \(count.upperBound) are possible", at: node.place)
          return nil
        }
        var values: [Element] = []
        var isComplete = true
        for (index, node) in nodes.enumerated() {
          let value = reading.within(index: index) { reading -> Element? in
            guard let value = element.read(node, &reading) else { return nil }
            if let first = values.firstIndex(of: value) {
              reading.tell("this is the same as element [\(first)]; delete one of them", at: node.place)
              return nil
            }
            return value
          }
          if let value { values.append(value) } else { isComplete = false }
        }
        return isComplete ? values : nil
      },
      write: { values in
        let written = values.compactMap { element.write($0)?.line }
        return inLines ? .items(written) : .inline("[\(written.joined(separator: ", "))]")
      }, nested: element.nested)
  }

  /// A map with keys of its own.
  ///
  /// - Parameters:
  ///   - noun: what the map describes, such as "a room".
  ///   - finish: makes the value of what was read, or tells what is wrong with it.
  ///   - draft: what ``finish`` would make the value of, for writing.
  static func record<Draft: Sendable>(
    _ noun: SafeText, keys: Keys<Draft>, start: Draft, schema: [JSONValue.Member] = [],
    finish: @escaping @Sendable (Draft, _ given: [String: SettingsPlace], SettingsNode, inout Reading) -> Value?,
    draft: @escaping @Sendable (Value) -> Draft
  ) -> Form {
    var whole = keys.schema
    if case .object(let members) = whole { whole = .object(members + schema) }
    return Form(
      expected: "\(noun), a map of \(Quoted.choice(keys.names))", schema: whole,
      read: { node, reading in
        var value = start
        let before = reading.mistakes.count
        guard let given = keys.read(node, into: &value, &reading), reading.mistakes.count == before else { return nil }
        return finish(value, given, node, &reading)
      },
      write: { keys.written(draft($0)) }, nested: keys.descriptions)
  }

  /// A map with keys that the person chooses, or that another table knows.
  ///
  /// - Parameters:
  ///   - noun: what a key names, such as "a command".
  ///   - known: the keys that are possible; any where `nil`.
  static func map<Element: Sendable>(
    to element: Form<Element>, noun: SafeText, known: [String]? = nil,
    check: @escaping @Sendable (String) -> SafeText? = { _ in nil }
  ) -> Form where Value == [String: Element] {
    let properties = known.map { $0.map { JSONValue.Member(name: $0, value: element.schema) } }
    return Form(
      expected: "a map from \(noun) to \(element.expected)",
      schema: properties.map {
        .object(["type": .text("object"), "additionalProperties": .flag(false), "properties": .object($0)])
      } ?? .object(["type": .text("object"), "additionalProperties": element.schema]),
      read: { node, reading in
        guard case .map(let entries) = node.content else {
          reading.tell("\(node.kind) stands here; give a map from \(noun) to \(element.expected)", at: node.place)
          return nil
        }
        var values: [String: Element] = [:]
        let before = reading.mistakes.count
        for entry in entries {
          guard case .scalar(let name, _) = entry.key.content else { continue }
          if let known, !known.contains(name) {
            reading.tell("\(Quoted.text(name)) \(Wrong.unknown(name, among: known)); give \(noun)", at: entry.key.place)
          } else if let sentence = check(name) {
            reading.tell("\(Quoted.text(name)) \(sentence)", at: entry.key.place)
          } else if !entry.value.isNothing {
            values[name] = reading.within(key: name) { element.read(entry.value, &$0) }
          }
        }
        return reading.mistakes.count == before ? values : nil
      },
      write: { values in
        .entries(
          values.sorted { $0.key < $1.key }.compactMap { name, value in
            element.write(value).map { Written.Entry(key: Written.word(name), value: $0.line) }
          })
      })
  }

  /// The same form with a further check of a value that can be read.
  func checked(_ check: @escaping @Sendable (Value, SettingsNode, inout Reading) -> Value?) -> Form {
    Form(
      expected: expected, schema: schema,
      read: { node, reading in read(node, &reading).flatMap { check($0, node, &reading) } }, write: write,
      nested: nested)
  }
}
