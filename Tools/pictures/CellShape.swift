import Screen

/// The shape of a cell whose glyph is drawn and not written: lines, blocks and dots meet their neighbours whatever font a reader has.
enum CellShape {
  /// A path to be stroked.
  case lines(String)
  /// A path to be filled.
  case areas(String)

  /// The size of a cell in the picture's units.
  static let (width, height) = (8.0, 17.0)

  /// Returns the shape of a glyph in the cell at a place; `nil` for a glyph that is written.
  init?(_ scalar: Unicode.Scalar, x column: Int, y row: Int) {
    let (x, y) = (Double(column) * Self.width, Double(row) * Self.height)
    switch scalar.value {
    case 0x2801...0x28FF: self = .areas(Self.dots(scalar.value - 0x2800, x, y))
    case 0x2580: self = .areas(Self.area(x, y, Self.width, Self.height / 2))
    case 0x2581...0x2588:
      let part = Self.height * Double(scalar.value - 0x2580) / 8
      self = .areas(Self.area(x, y + Self.height - part, Self.width, part))
    case 0x2589...0x258F: self = .areas(Self.area(x, y, Self.width * Double(0x2590 - scalar.value) / 8, Self.height))
    case 0x2590: self = .areas(Self.area(x + Self.width / 2, y, Self.width / 2, Self.height))
    case 0x2503: self = .areas(Self.area(x + 2.5, y, 3, Self.height))
    default:
      guard let path = Self.lines(Character(scalar), x, y) else { return nil }
      self = .lines(path)
    }
  }

  private static func lines(_ character: Character, _ x: Double, _ y: Double) -> String? {
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    func move(_ x: Double, _ y: Double) -> String { "M\(number(x)) \(number(y))" }
    let across = move(x, middleY) + "h\(number(width))"
    let along = move(middleX, y) + "v\(number(height))"
    let right = move(middleX, middleY) + "h\(number(width / 2))"
    let left = move(x, middleY) + "h\(number(width / 2))"
    let down = move(middleX, middleY) + "v\(number(height / 2))"
    let up = move(middleX, y) + "v\(number(height / 2))"
    func bend(toRight: Bool, toBottom: Bool) -> String {
      move(middleX, toBottom ? y + height : y)
        + "Q\(number(middleX)) \(number(middleY)) \(number(toRight ? x + width : x)) \(number(middleY))"
    }
    switch character {
    case "─": return across
    case "│": return along
    case "├": return along + right
    case "┤": return along + left
    case "┬": return across + down
    case "┴": return across + up
    case "┼": return across + along
    case "┌": return right + down
    case "┐": return left + down
    case "└": return right + up
    case "┘": return left + up
    case "╭": return bend(toRight: true, toBottom: true)
    case "╮": return bend(toRight: false, toBottom: true)
    case "╰": return bend(toRight: true, toBottom: false)
    case "╯": return bend(toRight: false, toBottom: false)
    case "╴": return left
    case "╵": return up
    case "╶": return right
    case "╷": return down
    default: return nil
    }
  }

  /// The dots of a Braille pattern (Unicode, chapter 21.1): three rows of the left column, three of the right one, then the fourth row.
  private static func dots(_ bits: UInt32, _ x: Double, _ y: Double) -> String {
    var path = ""
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    for (bit, (column, row)) in places.enumerated() where bits & 1 << UInt32(bit) != 0 {
      path += area(x + 1 + Double(column) * width / 2, y + 1 + Double(row) * height / 4, 2, 2)
    }
    return path
  }

  private static func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h\(number(-width))z"
  }

  /// A number in tenths, without zeros that say nothing.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
