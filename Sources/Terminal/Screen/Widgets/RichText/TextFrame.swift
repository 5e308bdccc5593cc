import Text

/// A frame around blocks, such as a quote or an item of a list: cells before their lines.
struct TextFrame: Sendable {
  enum Kind: Sendable {
    case quote
    case bullet
    /// An item of an ordered list, with its number.
    case number(Int)
    /// The target of a link, with its number.
    case target(Int)
    case indent
    /// A margin with its own cells before the first line and before the following ones.
    case gutter(first: [Span], next: [Span])
    /// Columns at the right that stay free.
    case margin
  }

  var kind: Kind
  /// The columns by which it reduces the width.
  var columns: Int
  /// The enclosing frame; ``none`` for the outermost.
  var parent: Int
  /// The number of enclosing frames.
  var depth: Int

  static let none = -1

  /// Returns the cells before an item's first line.
  fileprivate func label(_ theme: Theme) -> [Cell] {
    switch kind {
    case .quote: return TextLine.cells([Span("> ", theme.dim)])
    case .indent, .margin: return air
    case .gutter(let first, _): return TextLine.cells(first)
    case .bullet: return TextLine.cells([Span("\(theme.glyphs.bullet) ", theme.dim)])
    case .number(let number):
      let label: SafeText = "\(number). "
      let air = Array(repeating: Cell(.space, style: theme.dim), count: max(0, columns - DisplayWidth.of(label)))
      return air + TextLine.cells([Span(label, theme.dim)])
    case .target(let number): return TextLine.cells([Span("[\(number)] ", theme.dim)])
    }
  }

  fileprivate var air: [Cell] {
    switch kind {
    case .margin: return []
    case .gutter(_, let next): return TextLine.cells(next)
    case .quote, .bullet, .number, .target, .indent: break
    }
    return Array(repeating: .blank, count: columns)
  }

  fileprivate var isQuote: Bool { if case .quote = kind { true } else { false } }
}

extension [TextFrame] {
  /// Returns the width inside a frame.
  func width(of frame: Int, in width: Int) -> Int {
    Swift.max(4, frame == TextFrame.none ? width : self.width(of: self[frame].parent, in: width) - self[frame].columns)
  }

  /// Returns the columns of the cells before a line.
  func columns(of frame: Int) -> Int {
    frame == TextFrame.none ? 0 : columns(of: self[frame].parent) + self[frame].columns
  }

  /// Returns the cells before a line: a quote's on each, an item's label on its first, blanks otherwise; none on blank lines.
  ///
  /// - Parameter begins: The depth from which on the line is the first in its frames.
  func signs(of frame: Int, begins: Int, isBlank: Bool, _ theme: Theme) -> [Cell] {
    var signs: [Cell] = []
    var (frame, isBlank) = (frame, isBlank)
    while frame != TextFrame.none {
      let current = self[frame]
      if current.isQuote || current.depth >= begins {
        signs = current.label(theme) + signs
        isBlank = false
      } else if !isBlank {
        signs = current.air + signs
      }
      frame = current.parent
    }
    return signs
  }
}
