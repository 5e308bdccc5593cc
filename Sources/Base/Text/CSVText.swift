/// Writes tables as comma-separated values (RFC 4180), with the line ends of Unix.
public enum CSVText {
  /// - Parameter rows: Their cells; numbers are written with ``number(_:)``, foreign words with ``words(_:)``.
  public static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  /// A cell of foreign words. Spreadsheets calculate what begins like a formula (`=1+1`), so an apostrophe stands before it.
  public static func words(_ text: SafeText) -> String {
    let first = text.string.unicodeScalars.first { $0 != " " }
    return first.map(formulaSigns.contains) ?? false ? "'" + text.string : text.string
  }

  /// Also the wide forms, which spreadsheets in East Asian languages take for the others.
  private static let formulaSigns = Set("=+-@\t\r＝＋－＠".unicodeScalars)

  /// A number with a point, and at most four decimals.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    let rounded = (value * 10_000).rounded() / 10_000
    let text = "\(rounded.isFinite ? rounded : value)"
    return text == "-0.0" ? "0.0" : text
  }

  private static func quoted(_ cell: String) -> String {
    guard
      cell.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) || cell.begins(with: " ")
        || cell.ends(with: " ")
    else { return cell }
    return "\"\(cell.replacing(scalars: "\"", with: "\"\""))\""
  }
}
