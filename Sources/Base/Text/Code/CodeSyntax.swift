/// How a language writes strings, comments and keywords, as far as colours need it.
struct CodeSyntax: Sendable {
  /// A string, or a comment of several lines.
  struct Quote: Sendable {
    var open: [UInt8]
    var close: [UInt8]
    var escape: UInt8?
    /// Whether it may end on another line. Others end with their line at the latest.
    var spansLines = false
    /// Whether it holds a single character, so that `'a` alone begins nothing.
    var isCharacter = false
    /// Whether a comment may contain others.
    var nests = false

    init(
      _ open: String, _ close: String? = nil, escape: Character? = "\\", spansLines: Bool = false,
      isCharacter: Bool = false, nests: Bool = false
    ) {
      self.open = Array(open.utf8)
      self.close = Array((close ?? open).utf8)
      self.escape = escape?.asciiValue
      (self.spansLines, self.isCharacter, self.nests) = (spansLines, isCharacter, nests)
    }
  }

  enum Heredoc: Sendable {
    /// `<<EOF`, `<<-EOF`, `<<~EOF`
    case twoSigns
    /// `<<<EOF`
    case threeSigns
  }

  var keywords: Set<String>
  /// The marks of comments that end with their line.
  var lineComments: [[UInt8]]
  /// Whether such a comment begins only after white space.
  var commentsFollowSpace = false
  var comments: [Quote] = []
  /// A longer opening stands before its beginning.
  var strings: [Quote] = []
  /// Bytes that belong to names beside letters, digits and `_`.
  var nameBytes: [UInt8] = []
  /// Bytes that make a keyword of the name after them, such as the `@` of `@Override`.
  var sigils: [UInt8] = []
  /// Words after which a string has no escapes, with or without `#` around its quotes: `r#"…"#`.
  var rawPrefixes: Set<String> = []
  /// Whether `#"…"#` is a string.
  var hasHashStrings = false
  var heredoc: Heredoc?
  var ignoresCase = false
  /// Whether `name:` at the beginning of a line is a key.
  var hasKeys = false
  /// Whether a string before `:` is a key.
  var hasStringKeys = false
  /// Whether it is text with `<tags>`.
  var isMarkup = false

  /// For each byte whether something other than a name or a number may begin with it.
  private(set) var begins: [Bool] = []

  init(_ keywords: String, lineComments: [String] = [], _ details: (inout CodeSyntax) -> Void = { _ in }) {
    self.keywords = Set(keywords.split(separator: " ").map { String($0) })
    self.lineComments = lineComments.map { Array($0.utf8) }
    details(&self)
    begins = Array(repeating: false, count: 256)
    for first in (self.lineComments + comments.map(\.open) + strings.map(\.open)).compactMap(\.first) {
      begins[Int(first)] = true
    }
    for byte in sigils { begins[Int(byte)] = true }
    if hasHashStrings { begins[Int(UInt8(ascii: "#"))] = true }
    if heredoc != nil || isMarkup { begins[Int(UInt8(ascii: "<"))] = true }
  }
}
