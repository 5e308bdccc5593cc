/// How a cell looks: a colour of the user's own palette and attributes.
///
/// Panes do not choose styles by hand but ask the ``Theme`` for a role's style.
public struct Style: Sendable, Hashable {
  /// Palette index 0–255; `nil` is the terminal's default colour.
  public var foreground: UInt8?
  public var background: UInt8?
  public var attributes: Attributes

  public init(foreground: UInt8? = nil, background: UInt8? = nil, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's default colours, no attribute.
  public static let plain = Style()

  public struct Attributes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let italic = Attributes(rawValue: 16)
  }

  /// The same colours with further attributes.
  public func with(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }
}
