import Text

/// Collects the text of one paragraph as runs. White space is treated as in HTML: consecutive white space becomes one space,
/// and there is none at the beginning or the end of a line.
struct InlineText {
  struct Format: Hashable {
    var style: RichText.RunStyle = []
    var link: Int?
  }

  private struct Piece {
    var text: String
    var format: Format
    var isBroken = false
  }

  private var pieces: [Piece] = []
  /// White space to be written before the next character, with its format.
  private var pendingSpace: Format?

  mutating func append(_ text: String, _ format: Format) {
    var word = ""
    for scalar in text.unicodeScalars {
      if Self.isSpace(scalar) {
        flush(&word, format)
        if !isAtLineStart && pendingSpace == nil { pendingSpace = format }
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    flush(&word, format)
  }

  /// Adds a line break (`<br>`), which is ignored at the very beginning of a paragraph.
  mutating func breakLine() {
    pendingSpace = nil
    guard let last = pieces.indices.last else { return }
    if pieces[last].isBroken {
      pieces.append(Piece(text: "", format: Format(), isBroken: true))
    } else {
      pieces[last].isBroken = true
    }
  }

  /// Returns the collected runs and starts a new collection. A line break at the end is removed.
  mutating func take() -> [RichText.Run] {
    while let last = pieces.last, last.isBroken {
      if last.text.isEmpty { pieces.removeLast() } else { pieces[pieces.count - 1].isBroken = false }
    }
    defer { self = InlineText() }
    return pieces.map { piece in
      let style = piece.isBroken ? piece.format.style.union(.lineBreak) : piece.format.style
      return RichText.Run(SafeText(oneLine: piece.text), style: style, link: piece.format.link)
    }
  }

  private var isAtLineStart: Bool { pieces.last?.isBroken ?? true }

  private mutating func flush(_ word: inout String, _ format: Format) {
    guard !word.isEmpty else { return }
    if let space = pendingSpace {
      add(" ", space)
      pendingSpace = nil
    }
    add(word, format)
    word = ""
  }

  private mutating func add(_ text: String, _ format: Format) {
    if let last = pieces.indices.last, pieces[last].format == format, !pieces[last].isBroken {
      pieces[last].text += text
    } else {
      pieces.append(Piece(text: text, format: format))
    }
  }

  /// Returns whether a scalar is ASCII white space of the HTML standard; a no-break space is not.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{C}": true
    default: false
    }
  }
}
