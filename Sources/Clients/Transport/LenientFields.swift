import Foundation

// Reading fields of JSON objects leniently, for all clients.

extension KeyedDecodingContainer {
  /// Returns the field's value; `nil` if it is missing, null, out of range or of another type.
  func optional<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The same for a text. The standard library has a special path for it that is several times as fast, which a generic
  /// function does not use.
  func optional(_ key: Key, as type: String.Type = String.self) -> String? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The same for a truth value, for which there is a special path, too.
  func optional(_ key: Key, as type: Bool.Type = Bool.self) -> Bool? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// Returns the fields of the object at the key; `nil` if it is missing or not an object. Cheaper than decoding a type.
  func object<Nested: CodingKey>(_ key: Key, keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested>? {
    // A missing key is asked about first, because an error costs more than the rest.
    contains(key) ? try? nestedContainer(keyedBy: type, forKey: key) : nil
  }

  /// The same for a whole number, which may be a text.
  func optional(_ key: Key, as type: Int.Type = Int.self) -> Int? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return optional(key, as: String.self).flatMap(NumberText.integer)
    }
  }

  /// The same for a number, which may be a text.
  func optional(_ key: Key, as type: Double.Type = Double.self) -> Double? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return optional(key, as: String.self).flatMap(NumberText.number)
    }
  }

  /// Returns a whole number that the object requires, such as its id.
  ///
  /// - Throws: `DecodingError` if there is none, neither as a number nor as a text.
  func required(_ key: Key, as type: Int.Type = Int.self) throws -> Int {
    try optional(key, as: type) ?? decode(type, forKey: key)
  }

  /// Returns the array's readable elements; empty if the field is missing or not an array.
  func readable<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> [Value] {
    optional(key, as: [Attempt<Value>].self)?.compactMap(\.value) ?? []
  }
}

/// Numbers in quotation marks.
enum NumberText {
  /// Returns the whole number of a text, ignoring surrounding blanks; `7.0` and `7e0` are 7, as in JSON.
  static func integer(_ text: String) -> Int? {
    Int(text.trimmingCharacters(in: .whitespaces)) ?? number(text).flatMap(Int.init(exactly:))
  }

  /// Returns the finite number of a text, ignoring surrounding blanks. Texts that are not JSON numbers, such as `0x1F` and
  /// `inf`, give `nil`.
  static func number(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.utf8.allSatisfy(digitsAndSigns.contains), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static let digitsAndSigns = Set("0123456789+-.eE".utf8)
}

/// An element of an array that may be unreadable without affecting its neighbours.
struct Attempt<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
