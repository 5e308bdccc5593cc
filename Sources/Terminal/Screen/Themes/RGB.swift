import Foundation

/// A colour in sRGB.
public struct RGB: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates the colour of a number such as `0xff8700`. Bits above the 24th are ignored.
  public init(_ hex: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
  }

  public static let black = RGB(0, 0, 0)
  public static let white = RGB(255, 255, 255)

  /// The lightness of the colour, from 0 for black to 1 for white: the relative luminance of WCAG 2.
  public var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio of WCAG 2: from 1 for the same colour to 21 for black on white.
  public func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns the colour halfway to another one.
  func halfway(to other: RGB) -> RGB {
    func middle(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Int(one) + Int(two)) / 2) }
    return RGB(middle(red, other.red), middle(green, other.green), middle(blue, other.blue))
  }

  /// Returns the squared distance to another colour.
  func distance(to other: RGB) -> Int {
    func square(_ one: UInt8, _ two: UInt8) -> Int { (Int(one) - Int(two)) * (Int(one) - Int(two)) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }
}
