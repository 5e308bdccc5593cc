import Text

/// A paragraph of many lines, of which only those are made that are looked at: of all others no more is kept than where
/// some of them begin.
struct LongParagraph: Sendable {
  /// Some lines in a row: the wrapper that goes on with them.
  private struct Page: Sendable {
    var firstLine: Int
    /// The place of the first line's first glyph.
    var start: Int
    var wrapper: LineWrapper
  }

  /// Lines that are kept of a page, so that few have to be made again for one.
  static let pageLength = 64

  private var pages: [Page] = []
  /// Goes on behind the lines that were counted.
  private var wrapper: LineWrapper
  /// Lines that were counted so far.
  private(set) var count = 0
  /// Whether these are all.
  private(set) var isWhole = false

  init(_ wrapper: LineWrapper) { self.wrapper = wrapper }

  /// Counts lines until there are so many, or all.
  mutating func count(to lines: Int) {
    while count < lines, countLine() != nil {}
  }

  /// Counts lines until the one that has a glyph is among them, or all.
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

  /// Lines that were counted, made again.
  func lines(_ range: Range<Int>) -> [LineWrapper.Line] {
    guard !range.isEmpty, let page = pages.last(partitionedBy: { $0.firstLine > range.lowerBound }) else { return [] }
    var wrapper = page.wrapper
    for _ in page.firstLine..<range.lowerBound { _ = wrapper.next() }
    return range.compactMap { _ in wrapper.next() }
  }

  /// The line that has a glyph, among those that were counted.
  func line(of glyph: Int) -> Int {
    guard let page = pages.last(partitionedBy: { $0.start > glyph }) else { return 0 }
    var wrapper = page.wrapper
    var line = page.firstLine - 1
    while line + 1 < count, let next = wrapper.skip(), next <= glyph { line += 1 }
    return max(0, line)
  }
}

extension Array {
  /// The last element that does not belong to the upper part of a partitioned array.
  fileprivate func last(partitionedBy belongs: (Element) -> Bool) -> Element? {
    let index = partitioningIndex(where: belongs)
    return index > 0 ? self[index - 1] : nil
  }
}
