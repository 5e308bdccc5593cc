import Screen

/// The sequences that change how the following characters look.
struct TerminalLooks {
  private struct Change: Hashable {
    var from: Style
    var to: Style
  }

  /// A sequence of the description: what stands between `ESC [` and `m` if it has that form (SGR), so that several become one.
  private struct Look {
    var bytes: [UInt8]
    var parameters: [UInt8]?

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      let digits = UInt8(ascii: "0")...UInt8(ascii: ";")
      guard bytes.count > 3, bytes.starts(with: Self.begin), bytes.last == UInt8(ascii: "m") else { return }
      let inside = bytes[2..<bytes.count - 1]
      if inside.allSatisfy({ digits.contains($0) && $0 != UInt8(ascii: ":") }) { parameters = Array(inside) }
    }

    init(parameters: String) {
      self.parameters = Array(parameters.utf8)
      bytes = Self.begin + Array(parameters.utf8) + [UInt8(ascii: "m")]
    }

    static let begin = [0x1B, UInt8(ascii: "[")]
    static let reset = Look(parameters: "0")
  }

  private let colours: Int
  private let attributes: [(attribute: Style.Attributes, look: Look)]
  /// The attributes that the terminal leaves out where there is a colour.
  private let withoutColour: Style.Attributes
  private let reset: Look
  /// Whether one colour alone can return to the default.
  private let hasDefaultColours: Bool
  /// Whether colours have xterm's sequences for 256, which are put together here.
  private let hasPalette: Bool
  /// The colours that are shown exactly, by the numbers that styles have for them.
  var exact: [UInt8: RGB] = [:] {
    didSet { if exact != oldValue { changes = [:] } }
  }
  private var changes: [Change: [UInt8]] = [:]
  private static let mostChanges = 4_096

  /// - Parameter colours: The number of the terminal's colours; 0 to use none.
  init(_ description: TerminalDescription, colours: Int) {
    self.colours = colours
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"), (.struck, "smxx"),
    ]
    attributes = names.compactMap { attribute, name in
      description[name].isEmpty ? nil : (attribute, Look(description[name]))
    }
    let bits: [(Style.Attributes, Int)] = [(.underline, 2), (.reverse, 4), (.dim, 16), (.bold, 32), (.italic, 32_768)]
    withoutColour = bits.reduce(into: []) { if description.attributesWithoutColour & $1.1 != 0 { $0.insert($1.0) } }
    reset = Self.plainResets.contains(where: { description.has("sgr0", $0) }) ? .reset : Look(description["sgr0"])
    hasDefaultColours = description.flags.contains("AX") || description.has("op", "\u{1B}[39;49m")
    hasPalette =
      description.has("setaf", Self.palette("3", "9", "38")) && description.has("setab", Self.palette("4", "10", "48"))
  }

  /// Forms of `sgr0` that reset looks, and also choose the usual characters. No others are ever chosen.
  private static let plainResets = [
    "\u{1B}[m", "\u{1B}[0m", "\u{1B}(B\u{1B}[m", "\u{1B}[m\u{1B}(B", "\u{1B}[m\u{0F}", "\u{1B}[0m\u{0F}",
  ]

  /// How xterm's descriptions write a colour of 256.
  private static func palette(_ normal: String, _ bright: String, _ other: String) -> String {
    "\u{1B}[%?%p1%{8}%<%t\(normal)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d%e\(other);5;%p1%d%;m"
  }

  /// Returns whether a space of the style looks like an erased place.
  static func isErased(_ style: Style) -> Bool {
    style.background == nil && style.attributes.isDisjoint(with: [.reverse, .underline, .struck])
  }

  /// Returns the sequence that changes one style to another.
  mutating func change(from: Style, to: Style) -> [UInt8] {
    if from == to { return [] }
    let change = Change(from: from, to: to)
    if let bytes = changes[change] { return bytes }
    let bytes = sequence(from: shown(from), to: shown(to))
    // A frame has some dozens of styles; glyphs of foreign text bring no others.
    if changes.count >= Self.mostChanges { changes.removeAll() }
    changes[change] = bytes
    return bytes
  }

  private func sequence(from: Style, to: Style) -> [UInt8] {
    if from == to { return [] }
    let whole = join([reset] + looks(of: to))
    let isLess = !from.attributes.isSubset(of: to.attributes)
    let losesColour =
      from.foreground != nil && to.foreground == nil || from.background != nil && to.background == nil
    guard to != .plain, !isLess, !losesColour || hasDefaultColours else { return whole }
    var looks = attributes.filter { to.attributes.subtracting(from.attributes).contains($0.attribute) }.map(\.look)
    if from.foreground != to.foreground { looks.append(foreground(to.foreground)) }
    if from.background != to.background { looks.append(background(to.background)) }
    let partial = join(looks)
    return partial.count <= whole.count ? partial : whole
  }

  private func looks(of style: Style) -> [Look] {
    attributes.filter { style.attributes.contains($0.attribute) }.map(\.look)
      + (style.foreground == nil ? [] : [foreground(style.foreground)])
      + (style.background == nil ? [] : [background(style.background)])
  }

  private func foreground(_ colour: UInt8?) -> Look { look(colour, "setaf", normal: 30, bright: 90) }

  private func background(_ colour: UInt8?) -> Look { look(colour, "setab", normal: 40, bright: 100) }

  private func look(_ colour: UInt8?, _ name: String, normal: Int, bright: Int) -> Look {
    if let colour, let shown = exact[colour] {
      return Look(parameters: "\(normal + 8);2;\(shown.red);\(shown.green);\(shown.blue)")
    }
    guard let colour = colour.map(Int.init) else { return Look(parameters: "\(normal + 9)") }
    guard hasPalette else { return Look(TerminalDescription.format(name, colour)) }
    switch colour {
    case 0..<8: return Look(parameters: "\(normal + colour)")
    case 8..<16: return Look(parameters: "\(bright + colour - 8)")
    default: return Look(parameters: "\(normal + 8);5;\(colour)")
    }
  }

  private func join(_ looks: [Look]) -> [UInt8] {
    // `ESC [ m` resets as `ESC [ 0 m` does.
    if looks.count == 1, looks[0].bytes == Look.reset.bytes { return Look.begin + [UInt8(ascii: "m")] }
    let parameters = looks.compactMap(\.parameters)
    guard parameters.count == looks.count else { return looks.flatMap(\.bytes) }
    return Look.begin + parameters.joined(separator: [UInt8(ascii: ";")]) + [UInt8(ascii: "m")]
  }

  /// Returns the style as the terminal shows it. On a terminal with eight colours a bright colour becomes the normal one.
  private func shown(_ style: Style) -> Style {
    func available(_ colour: UInt8?) -> UInt8? {
      guard let colour else { return nil }
      if Int(colour) < colours || exact[colour] != nil { return colour }
      return colour < 16 && colours == 8 ? colour - 8 : nil
    }
    let (foreground, background) = (available(style.foreground), available(style.background))
    var shown = style.attributes.intersection(attributes.reduce(into: []) { $0.insert($1.attribute) })
    if foreground != nil || background != nil { shown.subtract(withoutColour) }
    return Style(foreground: foreground, background: background, attributes: shown)
  }
}
