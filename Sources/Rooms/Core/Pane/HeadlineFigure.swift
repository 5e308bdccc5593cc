import Screen
import Text

/// The first lines of the tile with the latest temperature: in tall digits if there is room, with lines of text beside them, else
/// all in one line.
enum HeadlineFigure {
  /// Returns its lines inside the border, given their number.
  static func lines(inside height: Int) -> Range<Int> {
    isTall(inside: height) ? 1..<1 + TallDigits.height : 0..<1
  }

  static func isTall(inside height: Int) -> Bool { height >= 12 }

  /// Returns the blank lines below it. The digits end in the middle of a line, which is enough if there are few lines.
  static func airBelow(inside height: Int) -> Int { isTall(inside: height) && height < 18 ? 0 : 1 }

  /// The column of the text beside the digits, which does not move with them: `99.9°C`, `−12.3°C`.
  static let textColumn = 22

  /// Draws a number and its unit, which is in the digits' last line.
  ///
  /// - Returns: the column of text beside it.
  static func draw(_ number: SafeText, unit: SafeText, _ style: Style, into canvas: inout Canvas) -> Int {
    let column = TallDigits(number).draw(style, into: &canvas) + 1
    let unitWidth = canvas.draw(unit, style, x: column, y: TallDigits.height - 1)
    return max(textColumn, column + unitWidth + 2)
  }
}
