import Screen

/// How a cell looks in the picture, whose colours are those of a dark and a light terminal.
struct CellLook: Hashable {
  /// In a dark and in a light picture.
  struct Colours: Hashable {
    var dark: RGB
    var light: RGB
  }

  var front: Colours
  /// `nil` for that of the terminal.
  var back: Colours?
  var attributes: Style.Attributes

  init(dark: Style, light: Style) {
    let (one, other) = (Self.colours(of: dark, on: .darkPicture), Self.colours(of: light, on: .lightPicture))
    front = Colours(dark: one.front, light: other.front)
    if one.back != TerminalPalette.darkPicture.background || other.back != TerminalPalette.lightPicture.background {
      back = Colours(dark: one.back, light: other.back)
    }
    // Bold where one of both is, so that both pictures have the same shape.
    attributes = dark.attributes.union(light.attributes).subtracting([.reverse, .dim])
  }

  private static func colours(of style: Style, on palette: TerminalPalette) -> (front: RGB, back: RGB) {
    var front = style.foreground.map { palette[$0] } ?? palette.foreground
    var back = style.background.map { palette[$0] } ?? palette.background
    if style.attributes.contains(.reverse) { swap(&front, &back) }
    if style.attributes.contains(.dim) { front = mixed(front, back) }
    return (front, back)
  }

  /// Dim text, as terminals show it: two thirds of its colour.
  private static func mixed(_ front: RGB, _ back: RGB) -> RGB {
    func mix(_ front: UInt8, _ back: UInt8) -> UInt8 { UInt8((2 * Int(front) + Int(back)) / 3) }
    return RGB(mix(front.red, back.red), mix(front.green, back.green), mix(front.blue, back.blue))
  }
}

extension TerminalPalette {
  /// The colours of a dark terminal in the picture: those of Tomorrow Night (Chris Kempson).
  static let darkPicture = TerminalPalette(
    foreground: RGB(0xd5d8d6), background: RGB(0x16181a),
    sixteen: [
      0x16181a, 0xcc6666, 0xb5bd68, 0xe6c547, 0x81a2be, 0xb294bb, 0x8abeb7, 0xc5c8c6, 0x808584, 0xd77c79, 0xc2c77b,
      0xf4cf86, 0x9ebdd8, 0xc0a7c7, 0x9fd0c9, 0xffffff,
    ].map { RGB($0) })

  /// Those of a light one: Tomorrow.
  static let lightPicture = TerminalPalette(
    foreground: RGB(0x303234), background: RGB(0xfafafa),
    sixteen: [
      0x1d1f21, 0xb5262a, 0x5a6c00, 0x8a6400, 0x2f5f93, 0x75448f, 0x1f7278, 0x8e908c, 0x6b6e6c, 0xa81e22, 0x4d5f00,
      0x7a5900, 0x27537f, 0x693c82, 0x1a646a, 0xffffff,
    ].map { RGB($0) })
}

/// What a canvas is made of in an SVG picture: areas behind, and texts and shapes before them. Two canvases with the same piece at the
/// same place have equal pieces.
struct CanvasDrawing {
  struct Piece: Hashable {
    enum Kind: Hashable {
      case back, areas, lines
      case text(String)
    }

    var kind: Kind
    var look: CellLook
    var x: Int
    var y: Int
    var columns: Int
    /// Of shapes.
    var path = ""
  }

  /// In the order in which they are drawn.
  private(set) var pieces: [Piece] = []

  /// - Parameters:
  ///   - dark: A canvas for a dark terminal.
  ///   - light: The same for a light one.
  init(dark: Canvas, light: Canvas) {
    var fronts: [Piece] = []
    for y in 0..<dark.height {
      let start = (pieces.count, fronts.count)
      for x in 0..<dark.width {
        let cell = dark[x: x, y: y]
        let look = CellLook(dark: cell.style, light: light[x: x, y: y].style)
        if look.back != nil {
          Self.add(Piece(kind: .back, look: look, x: x, y: y, columns: 1), to: &pieces, from: start.0)
        }
        guard cell.width > 0, let scalar = cell.glyph.string.unicodeScalars.first else { continue }
        var front = look
        front.back = nil
        guard let piece = Self.piece(cell, scalar, front, x, y) else { continue }
        Self.add(piece, to: &fronts, from: start.1)
      }
    }
    pieces += fronts
  }

  private static func piece(_ cell: Cell, _ scalar: Unicode.Scalar, _ look: CellLook, _ x: Int, _ y: Int) -> Piece? {
    var piece = Piece(kind: .areas, look: look, x: x, y: y, columns: Int(cell.width))
    switch CellShape(scalar, x: x, y: y) {
    case .areas(let path): piece.path = path
    case .lines(let path): (piece.kind, piece.path) = (.lines, path)
    case nil:
      // A blank shows only a line below it or through it.
      if scalar == " ", look.attributes.isDisjoint(with: [.underline, .struck]) { return nil }
      piece.kind = .text(cell.glyph.string)
    }
    return piece
  }

  /// Adds a piece, to the one on its left where both look the same.
  private static func add(_ piece: Piece, to pieces: inout [Piece], from first: Int) {
    guard pieces.count > first, let last = pieces.last, last.y == piece.y, last.look == piece.look else {
      return pieces.append(piece)
    }
    let gap = piece.x - last.x - last.columns
    switch (last.kind, piece.kind) {
    // Words of a sentence stay together.
    case (.text(let before), .text(let text)) where (0...1).contains(gap):
      pieces[pieces.count - 1].kind = .text(before + String(repeating: " ", count: gap) + text)
    case (.back, .back) where gap == 0: break
    case (.areas, .areas) where gap == 0, (.lines, .lines) where gap == 0:
      pieces[pieces.count - 1].path += piece.path
    default: return pieces.append(piece)
    }
    pieces[pieces.count - 1].columns += gap + piece.columns
  }
}
