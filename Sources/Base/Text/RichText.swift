/// A parsed question or answer: blocks of runs, and the links they refer to by index.
///
/// All text in it is ``SafeText``, so a widget can draw it without another check.
public struct RichText: Sendable, Hashable {
  public var blocks: [Block]
  /// The links in the order in which they first appear; a run's ``Run/link`` is an index into it.
  public var links: [Link]

  public init(blocks: [Block] = [], links: [Link] = []) {
    self.blocks = blocks
    self.links = links
  }

  public var isEmpty: Bool { blocks.isEmpty }

  /// A part of a body with lines of its own.
  public indirect enum Block: Sendable, Hashable {
    case paragraph([Run])
    /// `level` is 1 for the largest heading, 6 for the smallest.
    case heading(level: Int, [Run])
    /// Preformatted text, one element for each line, with the author's white space. The language is the author's word for it;
    /// `nil` without one.
    case code([SafeText], language: CodeLanguage? = nil)
    case quote([Block])
    /// The items are blocks themselves, because a list item may contain paragraphs, code and further lists.
    case list(ordered: Bool, start: Int, items: [[Block]])
    /// Rows of cells. The first row is the head if `hasHead` is true. Columns beyond the last of `alignments` are aligned to
    /// the left.
    case table(rows: [[[Run]]], hasHead: Bool, alignments: [Alignment] = [])
    case rule
  }

  /// The alignment of a table's column.
  public enum Alignment: Sendable, Hashable {
    case left, centre, right
  }

  /// Text in one style.
  public struct Run: Sendable, Hashable {
    public var text: SafeText
    public var style: RunStyle
    /// The index into ``RichText/links`` if the run is (part of) a link or an image.
    public var link: Int?

    public init(_ text: SafeText, style: RunStyle = [], link: Int? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  public struct RunStyle: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = RunStyle(rawValue: 1)
    public static let italic = RunStyle(rawValue: 2)
    public static let code = RunStyle(rawValue: 4)
    public static let struckThrough = RunStyle(rawValue: 8)
    /// A key to press (`<kbd>`).
    public static let key = RunStyle(rawValue: 16)
    /// Ends the run with a forced line break (`<br>`).
    public static let lineBreak = RunStyle(rawValue: 32)
  }

  /// The target of a link. Only `http`, `https` and `mailto` targets become links.
  public struct Link: Sendable, Hashable {
    public var target: SafeText
    public init(_ target: SafeText) { self.target = target }
  }
}
