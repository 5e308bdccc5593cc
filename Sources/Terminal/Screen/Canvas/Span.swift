import Text

/// Text in one style. A line of several styles is an array of spans.
public struct Span: Sendable, Hashable {
  public var text: SafeText
  public var style: Style

  public init(_ text: SafeText, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  public var width: Int { DisplayWidth.of(text) }
}

extension [Span] {
  /// The columns of all spans.
  public var width: Int { reduce(0) { $0 + $1.width } }

  /// Creates the spans of a text in which some ranges have a style of their own.
  ///
  /// - Parameter ranges: Ranges of characters (grapheme clusters), in order and disjoint.
  public init(_ text: SafeText, _ style: Style, marking ranges: [Range<Int>], with marked: Style) {
    guard !ranges.isEmpty else {
      self = [Span(text, style)]
      return
    }
    let characters = [Character](text.string)
    var spans: [Span] = []
    func add(_ range: Range<Int>, _ style: Style) {
      let range = range.clamped(to: 0..<characters.count)
      if !range.isEmpty { spans.append(Span(SafeText(oneLine: String(characters[range])), style)) }
    }
    var end = 0
    for range in ranges {
      add(end..<Swift.max(end, range.lowerBound), style)
      add(range, marked)
      end = range.upperBound
    }
    add(end..<Swift.max(end, characters.count), style)
    self = spans
  }
}
