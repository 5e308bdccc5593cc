import Model
import Text

/// An element of a list that a service answers with.
protocol ListedPayload: Decodable, Sendable {
  /// What several of them are called, for sentences.
  static var plural: SafeText { get }
}

/// A list that has proved its shape: an array of which something can be read, or that is empty. What cannot be read in it is
/// left out and counted.
///
/// Decoding fails where there is no array, or where no element of it can be read, so that an answer of another kind never
/// passes for an empty list.
struct ReadableList<Element: ListedPayload>: Decodable, Sendable {
  var elements: [Element]
  /// How many elements cannot be read.
  var leftOut: Int

  /// An empty list.
  init() { (elements, leftOut) = ([], 0) }

  init(from decoder: any Decoder) throws {
    let attempts = try [Attempt<Element>](from: decoder)
    elements = attempts.compactMap(\.value)
    leftOut = attempts.count - elements.count
    if elements.isEmpty, leftOut > 0 { throw UnreadableAnswer(complaint: Self.complaint(of: leftOut)) }
  }

  /// What to say where none of so many elements can be read.
  private static func complaint(of count: Int) -> SafeText {
    count == 1 ? "unreadable \(Element.plural)" : "none of \(count) \(Element.plural) can be read"
  }
}

/// JSON that is not what was asked for, and why.
struct UnreadableAnswer: Error {
  var complaint: SafeText
}
