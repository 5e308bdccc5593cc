import Foundation
import Text

extension SafeText {
  /// The edit's comment as wikis show it: `/* History */ typo` begins with the name of the section, and `[[A page|a link]]` is a
  /// link.
  var editSummary: SafeText {
    // By scalars, as wikis do.
    let text = string.unicodeScalars.firstRange(of: "[[".unicodeScalars) == nil ? string : Self.withoutLinks(string)
    // The end is looked for behind the beginning: in `/*/` they overlap.
    let marked = text.unicodeScalars.dropFirst(2)
    guard text.begins(with: "/*"), let end = marked.firstRange(of: "*/".unicodeScalars) else {
      return text == string ? self : SafeText(oneLine: text)
    }
    let section = String(marked[..<end.lowerBound]).trimmingCharacters(in: .whitespaces)
    let rest = String(marked[end.upperBound...]).trimmingCharacters(in: .whitespaces)
    return SafeText(oneLine: rest.isEmpty ? section : section.isEmpty ? rest : "\(section): \(rest)")
  }

  /// Replaces each link by its words: the label behind `|`, or else the page, without the colon that links a category or a file.
  private static func withoutLinks(_ text: String) -> String {
    let (opens, closes) = ("[[".unicodeScalars, "]]".unicodeScalars)
    var (shown, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let start = rest.firstRange(of: opens), let end = rest[start.upperBound...].firstRange(of: closes) {
      // In `[[a [[b]]` the second begins the link.
      let inside = rest[start.upperBound..<end.lowerBound]
      let opening = inside.ranges(of: opens).last?.upperBound ?? start.upperBound
      let link = rest[opening..<end.lowerBound]
      let parts = link.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      let label =
        parts.count == 2 && !parts[1].allSatisfy(\.properties.isWhitespace) ? parts[1] : parts[0].drop { $0 == ":" }
      shown += rest[..<(opening == start.upperBound ? start.lowerBound : rest.index(opening, offsetBy: -2))] + label
      rest = rest[end.upperBound...]
    }
    return String(shown + rest)
  }
}
