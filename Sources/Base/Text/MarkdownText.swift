/// Writes texts from outside into Markdown (CommonMark), so that none of them becomes markup.
public enum MarkdownText {
  /// Returns foreign words within a line: what would be markup has a backslash before it.
  public static func words(_ text: SafeText) -> String {
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.string.unicodeScalars.enumerated() {
      if markup.contains(scalar) || index == 0 && "#+-=|".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    // `1.` begins a list.
    let digits = result.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, let mark = result[digits.endIndex...].first, mark == "." || mark == ")" else {
      return String(result)
    }
    result.insert("\\", at: digits.endIndex)
    return String(result)
  }

  private static let markup = Set("\\`*_[]<>&~".unicodeScalars)

  /// Returns lines between two fences that are longer than any fence among the lines.
  ///
  /// - Parameter language: The word behind the first fence.
  public static func code(_ lines: [SafeText], language: String = "") -> [String] {
    // A fence may be indented.
    let begins = lines.map(\.string).joined(separator: "\n").unicodeScalars.split(separator: "\n")
    let longest = begins.map { $0.drop { $0 == " " || $0 == "\t" }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + lines.map(\.string) + [fence]
  }

  /// Returns a line of a paragraph, with a backslash before the beginning of a fence or of HTML, which would take all that
  /// follows.
  static func paragraphLine(_ line: String) -> String {
    let text = String(line.unicodeScalars.drop { $0 == " " })
    guard text.begins(with: "```") || text.begins(with: "~~~") || text.begins(with: "<") else { return line }
    return String(line.unicodeScalars.prefix { $0 == " " }) + "\\" + text
  }
}
