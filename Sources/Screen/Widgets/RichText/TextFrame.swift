import Text

/// A quote or an item of a list, as the blocks in it meet it: signs before their lines.
struct TextFrame: Sendable {
  enum Kind: Sendable {
    case quote
    case bullet
    /// An item of an ordered list.
    case number(Int)
    /// A link's target, with its number.
    case target(Int)
    case indent
    /// A margin with signs of its own before the first line and before those behind it.
    case gutter(first: [Span], next: [Span])
    /// Columns at the right that stay free.
    case margin
  }

  var kind: Kind
  /// Columns that it takes from the width.
  var columns: Int
  /// The frame that it stands in; ``none`` for one that stands in no other.
  var parent: Int
  /// How many frames it stands in.
  var depth: Int

  static let none = -1

  /// The signs before an item's first line.
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
  /// The width that is left inside a frame.
  func width(of frame: Int, in width: Int) -> Int {
    Swift.max(4, frame == TextFrame.none ? width : self.width(of: self[frame].parent, in: width) - self[frame].columns)
  }

  /// The columns of the signs before a line.
  func columns(of frame: Int) -> Int {
    frame == TextFrame.none ? 0 : columns(of: self[frame].parent) + self[frame].columns
  }

  /// The signs before a line: a quote's on each, an item's label on its first, else air, but on blank lines.
  ///
  /// - Parameter begins: the depth from which on the frames begin with this line.
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
