/// The colours of a terminal, as far as they are known.
public struct TerminalPalette: Sendable, Hashable {
  /// The default colours.
  public var foreground: RGB
  public var background: RGB
  /// The first sixteen colours.
  public var sixteen: [RGB]
  /// Whether bold text in one of the first eight colours is shown in the bright one.
  public var isBoldBright: Bool

  /// - Parameter sixteen: Exactly sixteen colours.
  public init(foreground: RGB, background: RGB, sixteen: [RGB], isBoldBright: Bool = false) {
    precondition(sixteen.count == 16, "a palette has sixteen colours")
    self.foreground = foreground
    self.background = background
    self.sixteen = sixteen
    self.isBoldBright = isBoldBright
  }

  /// Creates xterm's palette on another background, with a readable default foreground.
  public init(xtermOn background: RGB) {
    let isDark = background.contrast(with: .white) > background.contrast(with: .black)
    self.init(foreground: isDark ? .white : .black, background: background, sixteen: Self.xtermColours)
  }

  public static let xterm = TerminalPalette(xtermOn: .black)

  /// The palette of the Linux console, where bold characters are bright.
  public static let linuxConsole = TerminalPalette(
    foreground: RGB(0xaaaaaa), background: .black,
    sixteen: [
      0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55,
      0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
    ].map { RGB($0) }, isBoldBright: true)

  private static let xtermColours = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
    0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { RGB($0) }

  /// The colour with a number. Beyond the first sixteen all terminals have those of xterm: a cube of six levels, then greys.
  public subscript(index: UInt8) -> RGB {
    let number = Int(index)
    if number < 16 { return sixteen[number] }
    if number >= 232 {
      let grey = UInt8(8 + 10 * (number - 232))
      return RGB(grey, grey, grey)
    }
    func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    let place = number - 16
    return RGB(level(place / 36), level(place / 6 % 6), level(place % 6))
  }

  /// Returns the number of the nearest colour among the first 8, 16 or all.
  ///
  /// Where there are 256, it is one of those that are the same on all terminals.
  public func nearest(to colour: RGB, among colours: Theme.Colours) -> UInt8 {
    let candidates: ClosedRange<UInt8> =
      switch colours {
      case .many: 16...255
      case .sixteen: 0...15
      case .eight, .none: 0...7
      }
    return nearest(to: colour, among: candidates)
  }

  /// Returns the number of the nearest colour among some, at least one.
  func nearest(to colour: RGB, among candidates: some Sequence<UInt8>) -> UInt8 {
    candidates.min { self[$0].distance(to: colour) < self[$1].distance(to: colour) } ?? 7
  }

  /// Returns the contrast of text in a style with its background.
  ///
  /// Dim text counts as halfway between its colour and the background, because terminals differ in it.
  public func contrast(of style: Style) -> Double {
    let isBright = isBoldBright && style.attributes.contains(.bold)
    var front =
      style.foreground.map { self[$0 < 8 && isBright ? $0 + 8 : $0] } ?? (isBright ? boldForeground : foreground)
    var back = style.background.map { self[$0] } ?? background
    if style.attributes.contains(.reverse) { swap(&front, &back) }
    if style.attributes.contains(.dim) { front = front.halfway(to: back) }
    return front.contrast(with: back)
  }

  /// The default foreground of bold text where bold is bright.
  private var boldForeground: RGB {
    sixteen.prefix(8).firstIndex(of: foreground).map { sixteen[$0 + 8] } ?? foreground
  }
}
