import Text

extension Form {
  /// A list of values. A single value that is not a list stands for a list of itself, unless it spans lines.
  ///
  /// - Parameters:
  ///   - count: The number of elements allowed.
  ///   - noun: The name of an element, such as "a tag".
  ///   - sameness: What two elements have in common if they cannot be in the same list.
  package static func list<Element: Hashable & Sendable>(
    of element: Form<Element>, count: ClosedRange<Int>, noun: SafeText, inLines: Bool = false,
    sameness: @escaping @Sendable (Element, Element) -> SafeText? = { $0 == $1 ? "is the same as" : nil }
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
          if !inLines { return element.read(node, &reading).map { [$0] } }
          reading.tellKind(of: node, give: "a list, each element in a line that begins with a dash")
          return nil
        }
        if nodes.count < count.lowerBound {
          reading.tell("the list is empty; give \(noun), or delete the key", at: node.place)
          return nil
        }
        if nodes.count > count.upperBound {
          reading.tell("\(nodes.count) elements are too many; at most \(count.upperBound) are possible", at: node.place)
          return nil
        }
        let before = reading.failures
        var values: [(index: Int, value: Element)] = []
        for (index, node) in nodes.enumerated() {
          reading.within(index: index) { reading in
            reading.locate(node.place)
            guard let value = element.read(node, &reading) else { return }
            let first = values.lazy.compactMap { other in sameness(other.value, value).map { ($0, other.index) } }.first
            if let (sentence, other) = first {
              reading.tell("this \(sentence) element [\(other)]; delete or change one of them", at: node.place)
            }
            values.append((index, value))
          }
        }
        return reading.failures == before && values.count == nodes.count ? values.map(\.value) : nil
      },
      write: { values in
        let written = values.compactMap { element.write($0)?.line }
        return inLines ? .items(written) : .inline("[\(written.joined(separator: ", "))]")
      }, nested: element.nested)
  }

  /// A map with fixed keys.
  ///
  /// - Parameters:
  ///   - noun: What the map describes, such as "a room".
  ///   - finish: Returns the value of what was read, or records its mistakes.
  ///   - draft: The inverse of ``finish``, for writing.
  package static func record<Draft: Sendable>(
    _ noun: SafeText, keys: Keys<Draft>, start: Draft,
    finish: @escaping @Sendable (Draft, SettingsNode, inout Reading) -> Value?,
    draft: @escaping @Sendable (Value) -> Draft
  ) -> Form {
    Form(
      expected: "\(noun), a map of keys and values (\(Quoted.first(6, of: keys.names)))", schema: keys.schema,
      read: { node, reading in
        var value = start
        let before = reading.failures
        guard keys.read(node, into: &value, &reading) != nil, reading.failures == before else { return nil }
        return finish(value, node, &reading)
      },
      write: { keys.written(draft($0)) }, nested: keys.descriptions)
  }

  /// A map whose keys the person chooses, or another table defines.
  ///
  /// - Parameters:
  ///   - noun: What a key names, such as "command".
  ///   - known: The allowed keys; `nil` for any.
  package static func map<Element: Sendable>(
    to element: Form<Element>, noun: SafeText, known: [String]? = nil,
    check: @escaping @Sendable (String) -> SafeText? = { _ in nil }
  ) -> Form where Value == [String: Element] {
    return Form(
      expected: "a map; each key is a \(noun), each value \(element.expected)",
      schema: JSONValue.object(["type": .text("object"), "additionalProperties": element.schema])
        .with(known.map { ["propertyNames": .object(["enum": .texts($0)])] } ?? [:]),
      read: { node, reading in
        guard case .map(let entries) = node.content else {
          reading.tellKind(of: node, give: "a map; each key is a \(noun)")
          return nil
        }
        var values: [String: Element] = [:]
        let before = reading.failures
        for entry in entries where !reading.isFull {
          guard case .scalar(let name, _) = entry.key.content else { continue }
          if let known, !known.contains(name) {
            reading.tell(NearestWord.unknown(noun, name, among: known), at: entry.key.place)
          } else if let sentence = check(name) {
            reading.tell("\(Quoted.text(name)) \(sentence)", at: entry.key.place)
          } else if !entry.value.isNothing {
            values[name] = reading.within(key: name) { reading in
              reading.locate(entry.value.place)
              return element.read(entry.value, &reading)
            }
          }
        }
        return reading.failures == before ? values : nil
      },
      write: { values in
        .entries(
          values.sorted { $0.key < $1.key }.compactMap { name, value in
            element.write(value).map { Written.Entry(key: Written.word(name), value: $0.line) }
          })
      })
  }

  /// The same form with an additional check of a value that was read.
  package func checked(_ check: @escaping @Sendable (Value, SettingsNode, inout Reading) -> Value?) -> Form {
    Form(
      expected: expected, schema: schema,
      read: { node, reading in read(node, &reading).flatMap { check($0, node, &reading) } }, write: write,
      nested: nested)
  }
}
