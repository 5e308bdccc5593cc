import Locks
import Text

/// The colours of a block of code, found for the pieces that are drawn, and once for those before them.
///
/// Code in an unknown language has only its comments set apart (``CodeComment``).
final class CodeColours: Sendable {
  /// The number of lines that are laid out together.
  static let pieceLength = 64

  private let lines: [SafeText]
  private let language: CodeLanguage?
  /// The lexer at the start of each piece, as far as it has come; empty for code without colours.
  private let starts: LockedState<[CodeLexer]>

  init(_ lines: [SafeText], language: CodeLanguage?) {
    self.lines = lines
    self.language = language
    starts = LockedState(language.flatMap { CodeLexer($0) }.map { [$0] } ?? [])
  }

  /// Returns the cells of each line of a piece.
  func cells(of piece: ArraySlice<SafeText>, _ theme: Theme) -> [[Cell]] {
    guard language != nil else { return piece.map { TextLine.cells(CodeComment.spans(of: $0, theme)) } }
    var lexer = lexer(ofPiece: piece.startIndex / Self.pieceLength)
    return piece.map { line in
      let spans = lexer?.spans(of: line) ?? []
      return spans.isEmpty ? TextLine.cells([Span(line, theme.plain)]) : Self.cells(of: line, spans, theme)
    }
  }

  /// Returns the lexer at the start of a piece; `nil` if nothing there has a colour.
  private func lexer(ofPiece number: Int) -> CodeLexer? {
    starts.withLock { starts in
      while starts.count <= number, var lexer = starts.last, !lexer.isDone {
        let start = (starts.count - 1) * Self.pieceLength
        for line in lines[start...].prefix(Self.pieceLength) { _ = lexer.spans(of: line) }
        starts.append(lexer)
      }
      return number < starts.count ? starts[number] : nil
    }
  }

  private static func cells(of line: SafeText, _ spans: [CodeSpan], _ theme: Theme) -> [Cell] {
    var (index, style) = (0, theme.style(of: spans[0].kind))
    /// Moves on to the style of a byte.
    func move(to byte: Int) {
      while byte >= spans[index].end, index + 1 < spans.count {
        index += 1
        style = theme.style(of: spans[index].kind)
      }
    }
    if line.string.utf8Span.isKnownASCII {
      return line.string.utf8.enumerated().map { place, byte in
        move(to: place)
        return Cell(Glyph(code: UInt32(byte)), style: style)
      }
    }
    var cells: [Cell] = []
    var glyphs = Glyphs(line)
    while true {
      let place = glyphs.byteOffset
      guard let (glyph, width) = glyphs.next() else { return cells }
      move(to: place)
      cells.append(Cell(glyph, style: style, width: UInt8(width)))
    }
  }
}
