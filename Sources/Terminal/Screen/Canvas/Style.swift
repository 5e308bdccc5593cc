/// The look of a cell: colours of the user's palette, and attributes.
///
/// Panes do not choose styles themselves but take a role's style from the ``Theme``.
public struct Style: Sendable, Hashable {
  /// All of the style in one number, so that a ``Cell`` contains it beside its glyph and styles compare quickly: each colour
  /// in eight bits below one that says whether there is a colour, then the attributes.
  let bits: UInt32

  /// The number of bits in use.
  static let bitCount: UInt32 = 26
  private static let backgroundShift: UInt32 = 9
  static let attributesShift: UInt32 = 18

  init(bits: UInt32) { self.bits = bits }

  public init(foreground: UInt8? = nil, background: UInt8? = nil, attributes: Attributes = []) {
    bits =
      Self.bits(of: foreground) | Self.bits(of: background) << Self.backgroundShift
      | UInt32(attributes.rawValue) << Self.attributesShift
  }

  /// Palette index 0–255; `nil` is the terminal's default colour.
  public var foreground: UInt8? { Self.colour(bits) }
  public var background: UInt8? { Self.colour(bits >> Self.backgroundShift) }
  public var attributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> Self.attributesShift)) }

  /// The terminal's default colours without attributes.
  public static let plain = Style()

  public struct Attributes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let italic = Attributes(rawValue: 16)
    /// Struck through. Not all terminals can show it.
    public static let struck = Attributes(rawValue: 32)
  }

  /// Returns the same colours with additional attributes.
  public func with(_ more: Attributes) -> Style {
    Style(bits: bits | UInt32(more.rawValue) << Self.attributesShift)
  }

  private static func bits(of colour: UInt8?) -> UInt32 { colour.map { 0x100 | UInt32($0) } ?? 0 }

  private static func colour(_ bits: UInt32) -> UInt8? { bits & 0x100 == 0 ? nil : UInt8(truncatingIfNeeded: bits) }
}
