import Text

/// The content of a paragraph: runs, or a text of one style.
enum Inline: Sendable {
  case runs([RichText.Run], LinkedRuns, base: Style)
  case styled([StyledRun])
  case text(SafeText, Style)
  /// An address that links to itself.
  case target(SafeText, Style)

  /// Returns a run in its final style; `nil` after the last one.
  func run(at index: Int) -> StyledRun? {
    switch self {
    case .runs(let runs, let links, let base):
      return index < runs.count ? links.styled(runs, at: index, base: base) : nil
    case .styled(let runs):
      return index < runs.count ? runs[index] : nil
    case .text(let text, let style):
      return index == 0 ? StyledRun(text: text, style: style) : nil
    case .target(let target, let style):
      guard index == 0 else { return nil }
      var run = StyledRun(text: target, style: style)
      run.link = CellLink(to: target)
      return run
    }
  }

  /// Whether it has any visible content.
  var isEmpty: Bool {
    // Most texts begin with a letter.
    if case .runs(let runs, _, _) = self, let byte = runs.first?.text.string.utf8.first, (0x21..<0x7F).contains(byte) {
      return false
    }
    var glyphs = InlineGlyphs(self)
    while let item = glyphs.next() {
      if case .space = item { continue }
      return false
    }
    return true
  }

  /// The approximate number of glyphs.
  var size: Int {
    switch self {
    case .runs(let runs, _, _): runs.indices.reduce(0) { $0 + Self.size(of: runs[$1].text) }
    case .styled(let runs): runs.indices.reduce(0) { $0 + Self.size(of: runs[$1].text) }
    case .text(let text, _), .target(let text, _): Self.size(of: text)
    }
  }

  static func size(of text: SafeText) -> Int {
    text.string.utf8Span.isKnownASCII ? text.string.utf8.count : text.string.unicodeScalars.count
  }
}

/// A body's links, with the numbers that its text shows for them.
struct LinkedRuns: Sendable {
  let targets: [RichText.Link]
  /// By link; 0 for a link without a run.
  let numbers: [Int]
  /// The style of the numbers.
  let style: Style
  /// The style of code within a sentence; `nil` for backticks.
  let code: Style?

  /// Returns a run in its final style, with a link's number after its last run.
  func styled(_ runs: [RichText.Run], at index: Int, base: Style) -> StyledRun {
    let run = runs[index]
    var piece = StyledRun(run, base: base, code: code)
    guard let link = run.link, targets.indices.contains(link) else { return piece }
    piece.link = CellLink(to: targets[link].target)
    if index + 1 >= runs.count || runs[index + 1].link != link {
      piece.suffix = Span(" [\(numbers[link])]", style)
    }
    return piece
  }
}

/// Iterates over the glyphs of a paragraph, which do not depend on the width.
///
/// A value type: a copy continues from the same position.
struct InlineGlyphs: Sendable {
  enum Item {
    case glyph(Cell)
    /// A place where the line may break. Of several consecutive spaces only the first is returned.
    case space(Cell)
    case lineBreak
  }

  private let inline: Inline
  /// The number of runs up to that of the latest glyph.
  private(set) var runsBegun = 0
  private var style = Style.plain
  private var link = CellLink.none
  /// The bytes of the current run if it is ASCII, in which each byte takes one column.
  private var bytes: [UInt8] = []
  private var place = 0
  /// The glyphs of any other run.
  private var glyphs: Glyphs?
  /// Follows the last word on the same line.
  private var suffix: Span?
  private var suffixGlyphs: Glyphs?
  private var endsLine = false
  private var isAfterSpace = false

  init(_ inline: Inline) { self.inline = inline }

  /// Returns the next bytes of a word, at most `limit`, if the current run is ASCII: the same characters as repeated
  /// ``next()`` calls, in the style and with the link of ``cell(_:)``.
  mutating func nextWord(atMost limit: Int) -> ArraySlice<UInt8> {
    let start = place
    let end = start + min(limit, bytes.count - start)
    while place < end, bytes[place] != UInt8(ascii: " ") { place += 1 }
    if place > start { isAfterSpace = false }
    return bytes[start..<place]
  }

  /// Returns the same with the spaces between words, up to the first two consecutive spaces.
  mutating func nextWords() -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count {
      let isSpace = bytes[place] == UInt8(ascii: " ")
      if isSpace, isAfterSpace { break }
      isAfterSpace = isSpace
      place += 1
    }
    return bytes[start..<place]
  }

  /// Returns the cell of one of those bytes.
  func cell(_ byte: UInt8) -> Cell { Cell(Glyph(code: UInt32(byte)), style: style, link: link) }

  mutating func next() -> Item? {
    while true {
      if place < bytes.count {
        let byte = bytes[place]
        place += 1
        if let item = item(Glyph(code: UInt32(byte)), width: 1) { return item }
      } else if let (glyph, width) = glyphs?.next() {
        if let item = item(glyph, width: width) { return item }
      } else if let suffix, let (glyph, width) = suffixGlyphs?.next() {
        isAfterSpace = false
        return .glyph(Cell(glyph, style: suffix.style, width: UInt8(width), link: link))
      } else if endsLine {
        endsLine = false
        return .lineBreak
      } else {
        guard let run = inline.run(at: runsBegun) else { return nil }
        runsBegun += 1
        start(run)
      }
    }
  }

  private mutating func item(_ glyph: Glyph, width: Int) -> Item? {
    let cell = Cell(glyph, style: style, width: UInt8(width), link: link)
    guard glyph == .space else {
      isAfterSpace = false
      return .glyph(cell)
    }
    defer { isAfterSpace = true }
    return isAfterSpace ? nil : .space(cell)
  }

  private mutating func start(_ run: StyledRun) {
    (style, link, suffix, endsLine) = (run.style, run.link, run.suffix, run.endsLine)
    suffixGlyphs = run.suffix.map { Glyphs($0.text) }
    place = 0
    if run.text.string.utf8Span.isKnownASCII {
      (bytes, glyphs) = (Array(run.text.string.utf8), nil)
    } else {
      (bytes, glyphs) = ([], Glyphs(run.text))
    }
  }
}
