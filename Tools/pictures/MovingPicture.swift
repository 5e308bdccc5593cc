import Screen
import Station

/// An SVG picture that shows its drawings one after another in a loop. It is animated with CSS only, because scripts do not run in
/// an SVG file that a page embeds as an image. Readers who prefer reduced motion, and renderers without animation, get the first one.
///
/// A piece that several drawings have in common stands in the file once, with the times at which it is seen.
struct MovingPicture {
  private let size: Size
  private let title: String
  /// Each with the second at which it begins.
  private var frames: [(start: Double, drawing: CanvasDrawing)] = []

  init(size: Size, title: String) {
    (self.size, self.title) = (size, title)
  }

  /// Adds a drawing; only where it differs from the one before.
  mutating func show(_ drawing: CanvasDrawing, at start: Double) {
    if let last = frames.last, last.drawing.pieces == drawing.pieces { return }
    frames.append((start, drawing))
  }

  private static let margin = 12.0

  /// - Parameter duration: The length of the loop in seconds.
  func svg(duration: Double) -> String {
    var looks = Names<CellLook>(prefix: "c")
    var backs = Names<CellLook.Colours>(prefix: "b")
    var times = Names<[Int]>(prefix: "t")
    var body = ""
    for group in groups() {
      let markup = group.pieces.map { Self.markup($0, &looks, &backs) }.joined(separator: "\n")
      if group.frames.count == frames.count {
        body += markup + "\n"
      } else {
        let isFirst = group.frames.first == 0
        body += "<g class=\"\(isFirst ? "f" : "m") \(times.name(of: group.frames))\">\n\(markup)\n</g>\n"
      }
    }
    let width = CellShape.number(Double(size.width) * CellShape.width + 2 * Self.margin)
    let height = CellShape.number(Double(size.height) * CellShape.height + 2 * Self.margin)
    let colours = style(looks, backs)
    let motion = times.all.map { frames, name in
      "@keyframes \(name){\(keyframes(frames, duration))}\n.\(name){animation:\(name) \(CellShape.number(duration))s step-end infinite}"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
      <title>\(title.entityEncoded)</title>
      <style>
      text{font:13.33px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;white-space:pre}
      .m{visibility:hidden}
      \(colours)
      .l{fill:none;stroke:currentColor}
      @media (prefers-reduced-motion:no-preference){
      \(motion.joined(separator: "\n"))
      }
      </style>
      <rect class="p" width="\(width)" height="\(height)" rx="8"/>
      <g transform="translate(\(CellShape.number(Self.margin)) \(CellShape.number(Self.margin)))">
      \(body)</g>
      </svg>

      """
  }

  /// The pieces, those together that are seen at the same times; areas behind first.
  private func groups() -> [(frames: [Int], pieces: [CanvasDrawing.Piece])] {
    var seen: [CanvasDrawing.Piece: [Int]] = [:]
    var order: [CanvasDrawing.Piece] = []
    for (number, frame) in frames.enumerated() {
      for piece in frame.drawing.pieces {
        if seen[piece] == nil { order.append(piece) }
        seen[piece, default: []].append(number)
      }
    }
    var groups: [(frames: [Int], pieces: [CanvasDrawing.Piece])] = []
    for isBack in [true, false] {
      var places: [[Int]: Int] = [:]
      for piece in order where (piece.kind == .back) == isBack {
        let frames = seen[piece] ?? []
        if let place = places[frames] {
          groups[place].pieces.append(piece)
        } else {
          places[frames] = groups.count
          groups.append((frames, [piece]))
        }
      }
    }
    return groups
  }

  private static func markup(
    _ piece: CanvasDrawing.Piece, _ looks: inout Names<CellLook>, _ backs: inout Names<CellLook.Colours>
  ) -> String {
    let (x, y) = (Double(piece.x) * CellShape.width, Double(piece.y) * CellShape.height)
    let width = CellShape.number(Double(piece.columns) * CellShape.width)
    switch piece.kind {
    case .back:
      let name = piece.look.back.map { backs.name(of: $0) } ?? ""
      let place = "x=\"\(CellShape.number(x))\" y=\"\(CellShape.number(y))\""
      return "<rect class=\"\(name)\" \(place) width=\"\(width)\" height=\"\(CellShape.number(CellShape.height))\"/>"
    case .text(let text):
      // Whatever the font, a text takes the columns that it has.
      let length = piece.columns > 1 ? " textLength=\"\(width)\"" : ""
      let place = "x=\"\(CellShape.number(x))\" y=\"\(CellShape.number(y + 13))\""
      return "<text class=\"\(looks.name(of: piece.look))\" \(place)\(length)>\(text.entityEncoded)</text>"
    case .areas: return "<path class=\"\(looks.name(of: piece.look))\" d=\"\(piece.path)\"/>"
    case .lines: return "<path class=\"\(looks.name(of: piece.look)) l\" d=\"\(piece.path)\"/>"
    }
  }

  private func style(_ looks: Names<CellLook>, _ backs: Names<CellLook.Colours>) -> String {
    func rules(_ colour: (CellLook.Colours) -> RGB, _ page: RGB, withAttributes: Bool) -> String {
      var rules = [".p{fill:\(Self.hex(page))}"]
      for (look, name) in looks.all {
        let attributes = withAttributes ? Self.rules(of: look.attributes) : ""
        rules.append(".\(name){color:\(Self.hex(colour(look.front)));fill:currentColor\(attributes)}")
      }
      for (back, name) in backs.all { rules.append(".\(name){fill:\(Self.hex(colour(back)))}") }
      return rules.joined(separator: "\n")
    }
    return """
      \(rules(\.dark, TerminalPalette.darkPicture.background, withAttributes: true))
      @media (prefers-color-scheme:light){
      \(rules(\.light, TerminalPalette.lightPicture.background, withAttributes: false))
      }
      """
  }

  private static func rules(of attributes: Style.Attributes) -> String {
    var rules = ""
    if attributes.contains(.bold) { rules += ";font-weight:bold" }
    if attributes.contains(.italic) { rules += ";font-style:italic" }
    let lines = [(Style.Attributes.underline, "underline"), (.struck, "line-through")]
      .filter { attributes.contains($0.0) }.map(\.1)
    return lines.isEmpty ? rules : rules + ";text-decoration:" + lines.joined(separator: " ")
  }

  /// From when on a piece is seen and not seen, in parts of the whole.
  private func keyframes(_ numbers: [Int], _ duration: Double) -> String {
    let seen = Set(numbers)
    var steps = ""
    for (number, frame) in frames.enumerated() where number == 0 || seen.contains(number) != seen.contains(number - 1) {
      let thousandths = Int((frame.start / duration * 100_000).rounded())
      let (whole, rest) = (thousandths / 1_000, String(1_000 + thousandths % 1_000).dropFirst())
      steps += "\(whole).\(rest)%{visibility:\(seen.contains(number) ? "visible" : "hidden")}"
    }
    return steps
  }

  private static func hex(_ colour: RGB) -> String {
    let number = UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    // The leading one keeps the zeros.
    return "#" + String(1 << 24 | number, radix: 16).dropFirst()
  }
}

/// Short names for values, in the order in which they are first asked for.
private struct Names<Value: Hashable> {
  let prefix: String
  private(set) var all: [(value: Value, name: String)] = []
  private var names: [Value: String] = [:]

  init(prefix: String) { self.prefix = prefix }

  mutating func name(of value: Value) -> String {
    if let name = names[value] { return name }
    let name = "\(prefix)\(all.count)"
    names[value] = name
    all.append((value, name))
    return name
  }
}
