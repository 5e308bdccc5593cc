import Foundation
import Text

// Reading fields of JSON objects leniently, for all clients.

extension KeyedDecodingContainer {
  /// Returns the field's value; `nil` if it is missing, null, out of range or of another type.
  package func optional<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  @available(*, unavailable, message: "A text has a limit: use text(_:_:).")
  package func optional(_ key: Key, as type: String.Type = String.self) -> String? { nil }

  /// Returns the field's text within the limit of its kind; `nil` if it is missing, null, of another type or too long.
  ///
  /// - Parameter scale: See ``TextLimit/limited(_:scale:)``.
  package func text(_ key: Key, _ limit: TextLimit, scale: Int = 1) -> String? {
    // The standard library has a special path for texts that is several times as fast, which a generic function does not use.
    ((try? decodeIfPresent(String.self, forKey: key)) ?? nil).flatMap { limit.limited($0, scale: scale) }
  }

  /// The same for a truth value, for which there is a special path, too.
  package func optional(_ key: Key, as type: Bool.Type = Bool.self) -> Bool? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// Returns the fields of the object at the key; `nil` if it is missing or not an object. Cheaper than decoding a type.
  package func object<Nested: CodingKey>(_ key: Key, keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested>? {
    // A missing key is asked about first, because an error costs more than the rest.
    contains(key) ? try? nestedContainer(keyedBy: type, forKey: key) : nil
  }

  /// The same for a whole number, which may be a text.
  package func optional(_ key: Key, as type: Int.Type = Int.self) -> Int? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return text(key, .number).flatMap(NumberText.integer)
    }
  }

  /// The same for a number, which may be a text.
  package func optional(_ key: Key, as type: Double.Type = Double.self) -> Double? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return text(key, .number).flatMap(NumberText.number)
    }
  }

  /// Returns a whole number that the object requires, such as its id.
  ///
  /// - Throws: `DecodingError` if there is none, neither as a number nor as a text.
  package func required(_ key: Key, as type: Int.Type = Int.self) throws -> Int {
    try optional(key, as: type) ?? decode(type, forKey: key)
  }

  /// Returns a text that the object requires, within the limit of its kind.
  ///
  /// - Throws: `DecodingError` if there is none, or if a longer one counts as missing.
  package func required(_ key: Key, _ limit: TextLimit) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard let limited = limit.limited(text) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "too long")
    }
    return limited
  }

  /// Returns the names and values of an object of texts, such as the labels of a series, each within the limit of its kind.
  ///
  /// - Throws: `DecodingError` if there is no object of texts, or if one is too long and would count as missing.
  package func dictionary(_ key: Key, _ limit: TextLimit) throws -> [String: String] {
    let texts = try decode([String: String].self, forKey: key)
    guard texts.contains(where: { limit.isExceeded(by: $0.key) || limit.isExceeded(by: $0.value) }) else {
      return texts
    }
    let limited = try texts.map { name, value in
      guard let name = limit.limited(name), let value = limit.limited(value) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "too long")
      }
      return (name, value)
    }
    return Dictionary(limited) { first, _ in first }
  }

  /// Returns the array's texts, at most `count`, each within the limit of its kind; empty if the field is missing or not an
  /// array.
  package func texts(_ key: Key, _ limit: TextLimit, most count: Int) -> [String] {
    let texts = optional(key, as: [Attempt<String>].self) ?? []
    return texts.lazy.compactMap(\.value).compactMap { limit.limited($0) }.prefix(count).map(\.self)
  }

  @available(*, unavailable, message: "A text has a limit: use texts(_:_:most:).")
  package func readable(_ key: Key, of type: String.Type = String.self) -> [String] { [] }

  /// Returns the array's readable elements; empty if the field is missing or not an array.
  package func readable<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> [Value] {
    optional(key, as: [Attempt<Value>].self)?.compactMap(\.value) ?? []
  }
}

/// Numbers in quotation marks.
package enum NumberText {
  /// Returns the whole number of a text, ignoring surrounding blanks; `7.0` and `7e0` are 7, as in JSON.
  static func integer(_ text: String) -> Int? {
    Int(text.trimmingCharacters(in: .whitespaces)) ?? number(text).flatMap(Int.init(exactly:))
  }

  /// Returns the finite number of a text, ignoring surrounding blanks. Texts that are not JSON numbers, such as `0x1F` and
  /// `inf`, give `nil`.
  package static func number(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.utf8.allSatisfy(digitsAndSigns.contains), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static let digitsAndSigns = Set("0123456789+-.eE".utf8)
}

/// An element of an array that may be unreadable without affecting its neighbours.
package struct Attempt<Value: Decodable>: Decodable {
  package var value: Value?

  package init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
