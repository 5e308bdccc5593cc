/// Writes texts from outside into Markdown (CommonMark), so that none of them becomes markup.
public enum MarkdownText {
  /// Returns foreign words within a line: what would be markup has a backslash before it.
  public static func words(_ text: SafeText) -> String {
    var result = ""
    for (index, character) in text.string.enumerated() {
      let isMarkup = "\\`*_[]<>&~".contains(character) || index == 0 && "#+-=|".contains(character)
      result += isMarkup ? "\\\(character)" : "\(character)"
    }
    // `1.` begins a list.
    let digits = result.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let mark = result.dropFirst(digits.count).first, mark == "." || mark == ")" else {
      return result
    }
    return digits + "\\" + result.dropFirst(digits.count)
  }

  /// Returns lines between two fences that are longer than any fence among the lines.
  ///
  /// - Parameter language: The word behind the first fence.
  public static func code(_ lines: [SafeText], language: String = "") -> [String] {
    // A fence may be indented.
    let begins = lines.map(\.string).joined(separator: "\n").split(separator: "\n")
    let longest = begins.map { $0.drop { $0 == " " || $0 == "\t" }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + lines.map(\.string) + [fence]
  }

  /// Returns a line of a paragraph, with a backslash before the beginning of a fence or of HTML, which would take all that
  /// follows.
  static func paragraphLine(_ line: String) -> String {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("```") || text.hasPrefix("~~~") || text.hasPrefix("<") else { return line }
    return line.prefix(line.count - text.count) + "\\" + text
  }
}
