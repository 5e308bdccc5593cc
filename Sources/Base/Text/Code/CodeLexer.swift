/// Divides the lines of a piece of code, in order, into strings, comments, numbers, keywords and the rest.
///
/// It knows what a line begins in, such as a comment that was not closed. A copy continues from the same line. It reads bytes,
/// each a constant number of times, and never fails: what it does not understand is plain.
public struct CodeLexer: Sendable {
  /// What a line begins in.
  private enum Mode: Sendable {
    case code
    case quoted(CodeSyntax.Quote, CodeSpan.Kind, depth: Int)
    /// A text of several lines up to the one that begins with a word.
    case heredoc([UInt8])
    /// Between `<` and `>`.
    case tag
  }

  /// The bytes after which a text has no more colours. Posts have at most 30,000 characters.
  public static let limit = 1 << 15

  private let syntax: CodeSyntax
  private var mode = Mode.code
  private var left = limit
  /// The word that ends the text that begins on the next line.
  private var nextHeredoc: [UInt8]?

  /// Creates a lexer at the start of a text; `nil` for one without a language.
  public init?(_ language: CodeLanguage) {
    guard let syntax = CodeSyntax.of(language) else { return nil }
    self.syntax = syntax
  }

  /// Whether no further line has colours.
  public var isDone: Bool { left <= 0 }

  /// Returns the parts of the next line, which cover it; none for a line beyond the limit.
  public mutating func spans(of line: SafeText) -> [CodeSpan] {
    left -= line.string.utf8.count + 1
    guard !isDone else { return [] }
    var scan = Scan(Array(line.string.utf8))
    if case .heredoc(let word) = mode {
      scan.place = scan.bytes.count
      scan.end(.string)
      if scan.isEnd(ofHeredoc: word) { mode = .code }
      return scan.spans
    }
    if syntax.hasKeys, case .code = mode { scan.takeKey() }
    while scan.place < scan.bytes.count { takeNext(&scan) }
    if case .quoted(let quote, let kind, _) = mode {
      scan.end(kind)
      if !quote.spansLines { mode = .code }
    }
    if let word = nextHeredoc.take() { mode = .heredoc(word) }
    return scan.spans
  }

  private mutating func takeNext(_ scan: inout Scan) {
    switch mode {
    case .quoted(let quote, let kind, let depth): takeQuoted(&scan, quote, kind, depth)
    case .code, .heredoc:
      if syntax.isMarkup { takeText(&scan) } else { takeCode(&scan) }
    case .tag: takeTag(&scan)
    }
  }

  // MARK: - Code

  private mutating func takeCode(_ scan: inout Scan) {
    let byte = scan.bytes[scan.place]
    if syntax.begins[Int(byte)], takeSign(&scan, byte) { return }
    if Self.isName(byte) || byte == UInt8(ascii: "$") && syntax.nameBytes.contains(byte) {
      takeName(&scan)
    } else if Self.isDigit(byte) {
      scan.takeNumber()
    } else {
      scan.place += 1
      scan.end(.plain)
    }
  }

  /// Takes a comment, a string or a mark of the language; returns `false` if there is none.
  private mutating func takeSign(_ scan: inout Scan, _ byte: UInt8) -> Bool {
    for quote in syntax.comments where scan.starts(quote.open) {
      open(quote, .comment, &scan)
      return true
    }
    let isAfterSpace = scan.place == 0 || scan.bytes[scan.place - 1] == UInt8(ascii: " ")
    if !syntax.commentsFollowSpace || isAfterSpace, syntax.lineComments.contains(where: scan.starts) {
      scan.place = scan.bytes.count
      scan.end(.comment)
      return true
    }
    for quote in syntax.strings where scan.starts(quote.open) {
      if quote.isCharacter {
        guard let end = scan.endOfCharacter else { continue }
        scan.place = end
        scan.end(.string)
      } else {
        open(quote, .string, &scan)
      }
      return true
    }
    if syntax.hasHashStrings, byte == UInt8(ascii: "#"), takeHashes(&scan) { return true }
    if let heredoc = syntax.heredoc, byte == UInt8(ascii: "<"),
      let word = scan.heredocWord(heredoc == .twoSigns ? 2 : 3)
    {
      nextHeredoc = word.name
      scan.place = word.end
      scan.end(.string)
      return true
    }
    if syntax.sigils.contains(byte) {
      scan.place += 1
      let isWord = scan.place < scan.bytes.count && Self.isName(scan.bytes[scan.place])
      if isWord { scan.passName(syntax.nameBytes) }
      scan.end(isWord ? .keyword : .plain)
      return true
    }
    return false
  }

  private mutating func open(_ quote: CodeSyntax.Quote, _ kind: CodeSpan.Kind, _ scan: inout Scan) {
    scan.place += quote.open.count
    mode = .quoted(quote, kind, depth: 0)
  }

  /// Takes `#` signs, and the quote that follows them.
  private mutating func takeHashes(_ scan: inout Scan) -> Bool {
    let hashes = scan.count(of: UInt8(ascii: "#"))
    let rest = scan.place + hashes
    guard rest < scan.bytes.count, scan.bytes[rest] == UInt8(ascii: "\"") else {
      // `#if`
      guard hashes > 1 else { return false }
      scan.place = rest
      scan.end(.plain)
      return true
    }
    scan.place = rest
    let isLong = scan.starts(Array("\"\"\"".utf8))
    var quote = CodeSyntax.Quote(isLong ? "\"\"\"" : "\"", escape: nil, spansLines: isLong)
    quote.close += Array(repeating: UInt8(ascii: "#"), count: hashes)
    open(quote, .string, &scan)
    return true
  }

  private mutating func takeName(_ scan: inout Scan) {
    let start = scan.place
    scan.passName(syntax.nameBytes)
    // Longer ones are no keywords, and shorter ones need no memory.
    guard scan.place - start <= 24 else { return scan.end(.plain) }
    let bytes = scan.bytes[start..<scan.place]
    let word = String(decoding: bytes, as: UTF8.self)
    if syntax.rawPrefixes.contains(word), takeRaw(&scan) { return }
    let isMember =
      start > 0 && scan.bytes[start - 1] == UInt8(ascii: ".")
      && !(start > 1 && scan.bytes[start - 2] == UInt8(ascii: "."))
    let isKeyword = !isMember && syntax.keywords.contains(syntax.ignoresCase ? word.lowercased() : word)
    scan.end(isKeyword ? .keyword : .plain)
  }

  /// Takes the opening of a string without escapes: `"`, `#"` or, in C++, `"name(`.
  private mutating func takeRaw(_ scan: inout Scan) -> Bool {
    let hashes = scan.count(of: UInt8(ascii: "#"))
    let start = scan.place + hashes
    guard start < scan.bytes.count, scan.bytes[start] == UInt8(ascii: "\"") else { return false }
    var quote = CodeSyntax.Quote("\"", escape: nil, spansLines: true)
    if syntax.rawPrefixes.contains("R") {
      let name = scan.bytes[(start + 1)...].prefix(17).prefix { $0 != UInt8(ascii: "(") }
      guard name.count <= 16, name.endIndex < scan.bytes.count else { return false }
      quote.open += name + [UInt8(ascii: "(")]
      quote.close = [UInt8(ascii: ")")] + name + quote.close
    } else {
      quote.close += Array(repeating: UInt8(ascii: "#"), count: hashes)
    }
    scan.place = start
    open(quote, .string, &scan)
    return true
  }

  // MARK: - Strings and comments

  /// Takes what is quoted, up to its end or that of the line.
  private mutating func takeQuoted(
    _ scan: inout Scan, _ quote: CodeSyntax.Quote, _ kind: CodeSpan.Kind, _ depth: Int
  ) {
    var depth = depth
    while scan.place < scan.bytes.count {
      if scan.bytes[scan.place] == quote.escape {
        scan.place = min(scan.place + 2, scan.bytes.count)
      } else if scan.starts(quote.close) {
        scan.place += quote.close.count
        guard depth > 0 else {
          mode = syntax.isMarkup && kind == .string ? .tag : .code
          scan.end(kind == .string && syntax.hasStringKeys && scan.isBeforeColon ? .keyword : kind)
          return
        }
        depth -= 1
      } else if quote.nests, scan.starts(quote.open) {
        scan.place += quote.open.count
        depth += 1
      } else {
        scan.place += 1
      }
    }
    mode = .quoted(quote, kind, depth: depth)
  }

  // MARK: - Text with tags

  private mutating func takeText(_ scan: inout Scan) {
    for quote in syntax.comments where scan.starts(quote.open) { return open(quote, .comment, &scan) }
    let isOpen = scan.bytes[scan.place] == UInt8(ascii: "<")
    scan.place += 1
    if isOpen, scan.place < scan.bytes.count {
      let next = scan.bytes[scan.place]
      if Array("/!?".utf8).contains(next) { scan.place += 1 }
      scan.end(.plain)
      guard scan.place < scan.bytes.count, Self.isName(scan.bytes[scan.place]) else { return }
      scan.passName(syntax.nameBytes)
      scan.end(.keyword)
      mode = .tag
    } else {
      scan.end(.plain)
    }
  }

  private mutating func takeTag(_ scan: inout Scan) {
    for quote in syntax.strings where scan.starts(quote.open) { return open(quote, .string, &scan) }
    if scan.bytes[scan.place] == UInt8(ascii: ">") { mode = .code }
    scan.place += 1
    scan.end(.plain)
  }

  /// Returns whether a byte begins a name: a letter, `_`, or a part of any character beyond ASCII.
  static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
