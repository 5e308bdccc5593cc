import Foundation
import Text

/// The written form of a kind of value, for reading, documentation, the JSON Schema and the report.
package struct Form<Value: Sendable>: Sendable {
  /// The expected value, after "give": `a number from 20 to 80`.
  let expected: SafeText
  /// The value's JSON Schema.
  package let schema: JSONValue
  /// Returns the value, or records the mistakes.
  package let read: @Sendable (SettingsNode, inout Reading) -> Value?
  /// Writes a value as YAML from which ``read`` makes the same value, except for secrets; `nil` if the value cannot be
  /// written.
  package let write: @Sendable (Value) -> Written?
  /// The keys of a map, or of each map in a list.
  var nested: [KeyDescription] = []

  package init(
    expected: SafeText, schema: JSONValue, read: @escaping @Sendable (SettingsNode, inout Reading) -> Value?,
    write: @escaping @Sendable (Value) -> Written?, nested: [KeyDescription] = []
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
    self.write = write
    self.nested = nested
  }
}

/// A key as documentation describes it.
package struct KeyDescription: Sendable {
  let name: String
  let meaning: SafeText
  let expected: SafeText
  let example: SafeText
  /// Whether only certain words are allowed.
  let isChoice: Bool
}

/// A value in YAML.
package enum Written: Sendable, Hashable {
  /// In one line, in flow style.
  case inline(SafeText)
  /// A list with an element in each line.
  case items([SafeText])
  /// A map with a key in each line.
  case entries([Entry])

  package struct Entry: Sendable, Hashable {
    var key: SafeText
    var value: SafeText
  }

  /// In one line.
  package var line: SafeText {
    switch self {
    case .inline(let text): text
    case .items(let items): "[\(items.joined(separator: ", "))]"
    case .entries(let entries):
      entries.isEmpty ? "{}" : "{ \(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
    }
  }

  /// Returns text as YAML, quoted if necessary.
  package static func word(_ text: String) -> SafeText {
    let isPlain =
      text.first.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "/" } == true && !text.ends(with: " ")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._/ ".contains($0) }
      && !["null", "Null", "NULL"].contains(text)
    return SafeText(oneLine: isPlain ? text : JSONValue.quoted(text))
  }
}

extension Form {
  /// A form of values written as a word, a number or a text. Surrounding blanks are ignored.
  ///
  /// - Parameters:
  ///   - isSecret: Whether a wrong value must not be repeated in the sentence about it.
  ///   - parse: Returns the value, or throws the predicate of a wrong one: `is too large`. Empty text is refused before.
  package static func scalar(
    expected: SafeText, schema: JSONValue, isSecret: Bool = false,
    parse: @escaping @Sendable (String) throws(Wrong) -> Value, write: @escaping @Sendable (Value) -> SafeText?
  ) -> Form {
    Form(
      expected: expected, schema: schema,
      read: { node, reading in
        guard case .scalar(let written, _) = node.content else {
          reading.tellKind(of: node, give: expected)
          return nil
        }
        let text = written.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty {
          reading.tell("this is empty; give \(expected)", at: node.place)
          return nil
        }
        do throws(Wrong) {
          return try parse(text)
        } catch {
          let subject: SafeText = isSecret ? "this" : Quoted.text(text)
          reading.tell(
            error.isWhole ? error.predicate : "\(subject) \(error.predicate); give \(expected)", at: node.place)
          return nil
        }
      },
      write: { write($0).map(Written.inline) })
  }

  /// The same form for an optional key.
  package var optional: Form<Value?> {
    Form<Value?>(
      expected: expected, schema: schema, read: { node, reading in read(node, &reading).map(Optional.some) },
      write: { $0.flatMap(write) }, nested: nested)
  }

  /// The same form with another description in documentation.
  func expecting(_ expected: SafeText) -> Form {
    Form(expected: expected, schema: schema, read: read, write: write, nested: nested)
  }

  /// The same values in another type.
  package func map<Other: Sendable>(
    _ make: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value?
  ) -> Form<Other> {
    Form<Other>(
      expected: expected, schema: schema, read: { node, reading in read(node, &reading).map(make) },
      write: { back($0).flatMap(write) })
  }
}

/// The mistake in a word, a number or a text.
package struct Wrong: Error {
  /// The predicate of a sentence about the value, such as "is too large".
  var predicate: SafeText
  /// Whether ``predicate`` is a complete sentence that says what to do.
  var isWhole = false

  package init(predicate: SafeText, isWhole: Bool = false) {
    self.predicate = predicate
    self.isWhole = isWhole
  }
}
