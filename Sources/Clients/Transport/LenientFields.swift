import Foundation

// How the fields of a JSON object are read, by all clients.

extension KeyedDecodingContainer {
  /// The field's value; `nil` when it is missing, null, out of range or of another type.
  func optional<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The same for a text. The standard library has a way of its own for it, several times as fast, which a generic
  /// function does not take.
  func optional(_ key: Key, as type: String.Type = String.self) -> String? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The same for a whole number, which may stand there as a text.
  func optional(_ key: Key, as type: Int.Type = Int.self) -> Int? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return optional(key, as: String.self).flatMap(NumberText.integer)
    }
  }

  /// The same for a number, which may stand there as a text.
  func optional(_ key: Key, as type: Double.Type = Double.self) -> Double? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      return optional(key, as: String.self).flatMap(NumberText.number)
    }
  }

  /// A whole number without which the object says nothing, such as its id.
  ///
  /// - Throws: `DecodingError` where there is none, neither as a number nor as a text.
  func required(_ key: Key, as type: Int.Type = Int.self) throws -> Int {
    try optional(key, as: type) ?? decode(type, forKey: key)
  }

  /// The array's readable elements; empty when the field is missing or no array.
  func readable<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> [Value] {
    optional(key, as: [Attempt<Value>].self)?.compactMap(\.value) ?? []
  }
}

/// Numbers that a service has put into quotation marks.
enum NumberText {
  /// The whole number that a text is, blanks around it aside; `7.0` and `7e0` are 7, as in JSON.
  static func integer(_ text: String) -> Int? {
    Int(text.trimmingCharacters(in: .whitespaces)) ?? number(text).flatMap(Int.init(exactly:))
  }

  /// The finite number that a text is, blanks around it aside. What is no number in JSON, such as `0x1F` and `inf`, is none
  /// here.
  static func number(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.utf8.allSatisfy(digitsAndSigns.contains), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static let digitsAndSigns = Set("0123456789+-.eE".utf8)
}

/// An element of an array that may be unreadable without making its neighbours so.
struct Attempt<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
