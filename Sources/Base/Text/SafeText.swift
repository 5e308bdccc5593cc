/// Text that is safe to put on a terminal. It is the only kind that a canvas, a log or the clipboard accepts.
///
/// Text from outside becomes `SafeText` once, where it is decoded, through ``init(oneLine:)``, ``init(label:)``,
/// ``init(title:)`` or ``lines(of:)``:
///
/// - Control characters (C0, C1, DEL) become `�`, so that no escape sequence survives.
/// - Line breaks and tabs become a space.
/// - The twelve bidirectional controls, the zero-width space and the byte-order mark are removed, because they show nothing
///   and can make a line read differently from what it says.
/// - At most four combining marks stay on a base, so that a character cannot grow out of its line.
///
/// The program's own texts are safe: literals are `SafeText`, and numbers and other safe texts interpolate into them. A plain
/// `String` does not.
///
///     let line: SafeText = "\(count) of \(total)"
public struct SafeText: Sendable, Hashable {
  /// The text itself.
  public let string: String

  /// Takes trusted text, which must contain nothing to sanitise.
  private init(trusted string: String) { self.string = string }

  /// Makes foreign text safe as a single line.
  public init(oneLine foreign: String) {
    string = Sanitizer.sanitized(foreign, tab: .space)
  }

  /// The number of scalars kept of a title or a name. Real ones have a few hundred at most. A longer one would cost its
  /// length with each copy: on the screen, in a list, or folded for a filter.
  public static let labelLimit = 1_000

  /// Cuts a text to the limit of its kind, with an ellipsis; a kind that leaves longer texts out gives an empty one.
  public init(_ text: SafeText, limit: TextLimit) {
    self.init(trusted: limit.limited(text.string) ?? "")
  }

  /// Makes a foreign name, tag or other short text safe as a single line, cut to ``labelLimit``.
  public init(label foreign: String) {
    let scalars = foreign.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: Self.labelLimit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else {
      self.init(oneLine: foreign)
      return
    }
    self = SafeText(oneLine: String(scalars[..<end])) + "…"
  }

  /// Makes foreign text safe as a single line of at most `limit` letters. A longer text ends in an ellipsis.
  public init(oneLine foreign: String, limit: Int) {
    let text = SafeText(label: foreign).string
    string = text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }

  /// Makes a foreign title safe like a name. A blank one becomes "(no title)", because an empty row looks like a mistake of
  /// the program.
  public init(title foreign: String) {
    let text = SafeText(label: foreign)
    self = text.string.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "(no title)" : text
  }

  /// Makes foreign text of several lines safe, one element for each line, with tabs expanded to columns of four.
  ///
  /// Lines end at LF, CR, CRLF, and at the Unicode line and paragraph separators. A line break at the end does not start
  /// another line.
  public static func lines(of foreign: String) -> [SafeText] {
    var lines: [SafeText] = []
    var line = String.UnicodeScalarView()
    var lineIsOpen = false
    var afterCarriageReturn = false
    func flush() {
      lines.append(SafeText(trusted: Sanitizer.sanitized(String(line), tab: .expand)))
      line.removeAll(keepingCapacity: true)
      lineIsOpen = false
    }
    for scalar in foreign.unicodeScalars {
      let followsCarriageReturn = afterCarriageReturn
      afterCarriageReturn = scalar == "\r"
      if Sanitizer.isLineBreak(scalar) {
        if !(scalar == "\n" && followsCarriageReturn) { flush() }
      } else {
        line.append(scalar)
        lineIsOpen = true
      }
    }
    if lineIsOpen { flush() }
    return lines
  }

  public var isEmpty: Bool { string.isEmpty }

  public static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(trusted: left.string + right.string)
  }
}

extension SafeText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { string = value }

  public init(stringInterpolation: Interpolation) { string = stringInterpolation.text }

  /// Interpolates safe text and numbers.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    public mutating func appendInterpolation(_ number: Int) { text += number.description }
    public mutating func appendInterpolation(_ number: Double) { text += number.description }

    /// Interpolates a number that is not negative, padded with zeros.
    mutating func appendInterpolation(padded number: Int, to digits: Int) {
      text += String(number, padded: digits)
    }
  }
}

extension SafeText: CustomStringConvertible {
  public var description: String { string }
}

extension Sequence<SafeText> {
  /// Returns the texts joined by a separator.
  public func joined(separator: SafeText = "") -> SafeText {
    var result: SafeText?
    // An array, because for the iterator of an unknown sequence the runtime searches all conformances the first time.
    for text in Array(self) { result = result.map { "\($0)\(separator)\(text)" } ?? text }
    return result ?? ""
  }
}
