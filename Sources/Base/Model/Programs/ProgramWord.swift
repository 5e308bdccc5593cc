import Text

/// A word of an own command: text with placeholders, such as `--title={title}`.
///
/// A placeholder is a name in braces. `{{` stands for a brace; a brace before anything else stands for itself.
public struct ProgramWord: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case value(ProgramValue)
  }

  /// The word as written.
  public let text: String
  let parts: [Part]

  /// - Parameter known: The values that have placeholders.
  /// - Throws: the placeholder that is not known.
  public init(_ text: String, knowing known: [ProgramValue]) throws(UnknownPlaceholder) {
    self.text = text
    var parts: [Part] = []
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      let name = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
      if rest.first == "{" {
        plain.append("{")
        rest = rest.dropFirst()
      } else if !name.isEmpty, rest[name.endIndex...].first == "}" {
        guard let value = known.first(where: { $0.name == String(name) }), value != .body else {
          throw UnknownPlaceholder(name: String(name))
        }
        if !plain.isEmpty { parts.append(.text(String(plain))) }
        plain.removeAll()
        parts.append(.value(value))
        rest = rest[name.endIndex...].dropFirst()
      } else {
        plain.append("{")
      }
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(String(plain))) }
    self.parts = parts
  }

  public struct UnknownPlaceholder: Error, Hashable {
    public var name: String
  }

  public var values: [ProgramValue] { parts.compactMap { if case .value(let value) = $0 { value } else { nil } } }

  /// Whether the word begins with a value, so that the value decides whether it is an option.
  public var beginsWithValue: Bool { if case .value? = parts.first { true } else { false } }
}
