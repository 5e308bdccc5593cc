import Text

/// A number in digits of three lines, drawn with half blocks, so that it can be read from a distance.
///
/// In ASCII the digits are those of a seven-segment display.
public struct TallDigits: Sendable, Hashable {
  public static let height = 3

  private let characters: [Character]

  public init(_ number: SafeText) { characters = Array(number.string) }

  /// Draws the number from the canvas' first column on.
  ///
  /// - Returns: the columns taken.
  @discardableResult
  public func draw(_ style: Style, into canvas: inout Canvas) -> Int {
    let shapes = canvas.theme.isASCII ? Self.segments : Self.blocks
    var column = 0
    for character in characters {
      guard let shape = shapes[character] else { continue }
      for (y, line) in shape.enumerated() { canvas.draw(line, style, x: column, y: y) }
      column += (shape.map { DisplayWidth.of($0) }.max() ?? 0) + 1
    }
    return max(0, column - 1)
  }

  private static let blocks: [Character: [SafeText]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"], "3": ["▀▀█", " ▀█", "▀▀▀"],
    "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"], "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", "  █", "  ▀"],
    "8": ["█▀█", "█▀█", "▀▀▀"], "9": ["█▀█", "▀▀█", "▀▀▀"], "−": ["  ", "▀▀", "  "], ".": [" ", " ", "▀"],
  ]

  private static let segments: [Character: [SafeText]] = [
    "0": [" _ ", "| |", "|_|"], "1": ["   ", "  |", "  |"], "2": [" _ ", " _|", "|_ "], "3": [" _ ", " _|", " _|"],
    "4": ["   ", "|_|", "  |"], "5": [" _ ", "|_ ", " _|"], "6": [" _ ", "|_ ", "|_|"], "7": [" _ ", "  |", "  |"],
    "8": [" _ ", "|_|", "|_|"], "9": [" _ ", "|_|", " _|"], "−": ["  ", "__", "  "], ".": [" ", " ", "."],
  ]
}
