import Text

/// A paragraph of many lines, which are created when they are needed. Only the start of some of them is kept.
struct LongParagraph: Sendable {
  /// The wrapper that continues at the first of some consecutive lines.
  private struct Page: Sendable {
    var firstLine: Int
    /// The index of the first glyph of the first line.
    var start: Int
    var wrapper: LineWrapper
  }

  /// The number of lines in a page: few lines have to be repeated to reach one.
  static let pageLength = 64

  private var pages: [Page] = []
  /// Continues after the counted lines.
  private var wrapper: LineWrapper
  /// The number of lines counted so far.
  private(set) var count = 0
  /// Whether all lines have been counted.
  private(set) var isWhole = false

  init(_ wrapper: LineWrapper) { self.wrapper = wrapper }

  /// Counts lines up to the given number, or all.
  mutating func count(to lines: Int) {
    while count < lines, countLine() != nil {}
  }

  /// Counts lines up to the one that contains a glyph, or all.
  mutating func count(through glyph: Int) {
    if let last = pages.last, last.start > glyph { return }
    while let start = countLine(), start <= glyph {}
  }

  private mutating func countLine() -> Int? {
    let isPageFull = pages.last.map { count - $0.firstLine >= Self.pageLength } ?? true
    let before = isPageFull && wrapper.isBetweenLines ? wrapper : nil
    guard let start = wrapper.skip() else {
      isWhole = true
      return nil
    }
    if let before { pages.append(Page(firstLine: count, start: start, wrapper: before)) }
    count += 1
    return start
  }

  /// Returns lines that have been counted, wrapping them again.
  func lines(_ range: Range<Int>) -> [LineWrapper.Line] {
    guard !range.isEmpty, let page = pages.last(partitionedBy: { $0.firstLine > range.lowerBound }) else { return [] }
    var wrapper = page.wrapper
    for _ in page.firstLine..<range.lowerBound { _ = wrapper.next() }
    return range.compactMap { _ in wrapper.next() }
  }

  /// Returns the line that contains a glyph, among those that have been counted.
  func line(of glyph: Int) -> Int {
    guard let page = pages.last(partitionedBy: { $0.start > glyph }) else { return 0 }
    var wrapper = page.wrapper
    var line = page.firstLine - 1
    while line + 1 < count, let next = wrapper.skip(), next <= glyph { line += 1 }
    return max(0, line)
  }
}

extension Array {
  /// Returns the last element of the lower part of a partitioned array.
  fileprivate func last(partitionedBy belongs: (Element) -> Bool) -> Element? {
    let index = partitioningIndex(where: belongs)
    return index > 0 ? self[index - 1] : nil
  }
}
