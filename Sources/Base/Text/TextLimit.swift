/// The kinds of texts that the program takes from outside, and how long each may be: the home of these limits, which
/// docs/SECURITY.md prints.
///
/// A limit applies where a text is decoded. So no list, no comparison, no row of a database and no frame costs more than the
/// program has decided, whatever a server sends.
public enum TextLimit: String, CaseIterable, Sendable {
  /// The name of a room, an entity, a sensor, a user, a site or a wiki.
  case name
  /// The title of a question, a page or an edit, and a heading.
  case title
  case tag
  /// The comment on an edit.
  case comment
  /// What a service says about a failure, and what an exporter says about a metric.
  case message
  /// The unit of a measurement.
  case unit
  /// A word of a protocol: a type, a status, the code of an error.
  case word
  /// A number or a time that is sent as a text.
  case number
  case address
  /// What a service calls a thing in requests: an entity, a wiki's database, a site, the next page.
  case id
  /// A label of a series, its name or its value, and the name of a metric.
  case label
  /// What tells a room from the others of its source.
  case key
  /// A line of a difference or of a page.
  case line
  /// The HTML of a question, an answer or a comment.
  case post
  /// The text of a page.
  case page

  /// What becomes of a longer text.
  public enum Excess: Sendable {
    /// It is cut and ends in an ellipsis.
    case cut
    /// It counts as missing.
    case leftOut
    /// Its beginning and a hash of the whole take its place, so that different texts stay different.
    case hashed
  }

  /// The most Unicode scalars.
  public var scalars: Int {
    switch self {
    case .name, .title, .tag, .comment: SafeText.labelLimit
    case .message: 2_000
    case .unit, .number: 100
    case .word, .id: 256
    case .address: 8_000
    case .label, .key: 1_000
    case .line: 100_000
    case .post: 200_000
    case .page: 2_000_000
    }
  }

  public var excess: Excess {
    switch self {
    case .name, .title, .tag, .comment, .message, .line, .post, .page: .cut
    case .unit, .word, .number, .address, .id: .leftOut
    case .label, .key: .hashed
    }
  }

  /// Returns the text within the limit; `nil` if a longer one counts as missing.
  ///
  /// - Parameter scale: The number of scalars that may stand for one, as an HTML entity does.
  public func limited(_ text: String, scale: Int = 1) -> String? {
    guard let end = self.end(in: text, scale: scale) else { return text }
    return switch excess {
    case .leftOut: nil
    case .cut: String(text.unicodeScalars[..<end]) + "…"
    case .hashed: Self.hashed(text, at: end)
    }
  }

  /// Returns whether the text is longer than the limit.
  public func isExceeded(by text: String) -> Bool { end(in: text, scale: 1) != nil }

  /// Returns whether a hash took the place of a longer text, or may have done so.
  public func isShortened(_ text: String) -> Bool {
    guard let mark = text.utf8.index(text.utf8.endIndex, offsetBy: -Self.hashMark, limitedBy: text.utf8.startIndex)
    else {
      return false
    }
    return text.utf8[mark...].starts(with: "…".utf8)
  }

  /// The number of bytes of the ellipsis and the hash.
  private static let hashMark = 3 + 32

  /// Returns the end of the part within the limit; `nil` if that is the whole text.
  private func end(in text: String, scale: Int) -> String.Index? {
    let limit = scalars * scale
    // The size in bytes is known without counting.
    guard text.utf8.count > limit else { return nil }
    let all = text.unicodeScalars
    guard let end = all.index(all.startIndex, offsetBy: limit, limitedBy: all.endIndex), end < all.endIndex else {
      return nil
    }
    return end
  }

  /// The length of the beginning that a hashed text keeps. It stays far below the limits, so that a hashed text is within
  /// them.
  private static let beginning = 100

  private static func hashed(_ text: String, at end: String.Index) -> String {
    String(text.unicodeScalars.prefix(beginning)) + "…" + StableHash(text).digits
  }
}

extension TextLimit {
  /// The texts of this kind, for docs/SECURITY.md.
  public var subject: String {
    switch self {
    case .name: "name of a room, an entity, a sensor, a user, a site, a wiki"
    case .title: "title of a question, a page, an edit; heading"
    case .tag: "tag"
    case .comment: "comment on an edit"
    case .message: "what a service says about a failure, an exporter about a metric"
    case .unit: "unit of a measurement"
    case .word: "word of a protocol: a type, a status, the code of an error"
    case .number: "number or time that is sent as a text"
    case .address: "address of a page"
    case .id: "what a service calls a thing: an entity, a database, a site, the next page"
    case .label: "name or value of a label of a series, name of a metric"
    case .key: "what tells a room from the others of its source"
    case .line: "line of a difference, of a page"
    case .post: "HTML of a question, an answer, a comment"
    case .page: "text of a page"
    }
  }
}

/// A hash of a text that is the same in every process, so that it may be stored (FNV-1a, 128 bits).
///
/// It does not resist a server that seeks two texts with the same hash; such a server can only confuse its own rooms.
public struct StableHash: Sendable, Hashable {
  private var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  public init(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
  }

  /// Thirty-two hexadecimal digits.
  public var digits: String { String(value, padded: 32, radix: 16) }
}
