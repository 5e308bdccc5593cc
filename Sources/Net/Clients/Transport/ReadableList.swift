import Model
import Text

/// An element of a list in a service's answer.
package protocol ListedPayload: Decodable, Sendable {
  /// The plural noun for sentences.
  static var plural: SafeText { get }
}

/// A list with a proven shape: an array with at least one readable element, or an empty one. Unreadable elements are left out
/// and counted.
///
/// Decoding fails if there is no array, or if none of its elements is readable, so that an answer of another kind never
/// counts as an empty list.
package struct ReadableList<Element: ListedPayload>: Decodable, Sendable {
  package var elements: [Element]
  /// The number of unreadable elements.
  var leftOut: Int

  /// An empty list.
  package init() { (elements, leftOut) = ([], 0) }

  package init(from decoder: any Decoder) throws {
    let attempts = try [Attempt<Element>](from: decoder)
    elements = attempts.compactMap(\.value)
    leftOut = attempts.count - elements.count
    if elements.isEmpty, leftOut > 0 { throw UnreadableAnswer(complaint: Self.complaint(of: leftOut)) }
  }

  /// Returns the error if none of the elements is readable.
  private static func complaint(of count: Int) -> SafeText {
    count == 1 ? "unreadable \(Element.plural)" : "none of \(count) \(Element.plural) can be read"
  }
}

/// JSON of an unexpected shape, with the reason.
package struct UnreadableAnswer: Error {
  var complaint: SafeText

  package init(complaint: SafeText) {
    self.complaint = complaint
  }
}
