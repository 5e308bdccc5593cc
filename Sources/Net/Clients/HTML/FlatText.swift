import Text

/// Blocks converted to runs, for places that cannot contain blocks: headings and table cells.
enum FlatText {
  /// Returns the lines of all blocks, separated by line breaks.
  static func runs(of blocks: [RichText.Block]) -> [RichText.Run] {
    var result: [RichText.Run] = []
    for line in blocks.flatMap(lines) where !line.isEmpty {
      if let last = result.indices.last { result[last].style.insert(.lineBreak) }
      result += line
    }
    return result
  }

  private static func lines(of block: RichText.Block) -> [[RichText.Run]] {
    switch block {
    case .paragraph(let runs), .heading(_, let runs): [runs]
    case .code(let lines, _): lines.map { [RichText.Run($0, style: .code)] }
    case .quote(let blocks): blocks.flatMap(lines)
    case .list(_, _, let items): items.flatMap { $0.flatMap(lines) }
    case .table(let rows, _, _): rows.map { $0.reduce([]) { $0.isEmpty ? $1 : $0 + [RichText.Run(" ")] + $1 } }
    case .rule: []
    }
  }
}

/// Superscript and subscript text, for which Unicode has digits and a few signs.
enum ScriptText {
  /// Returns the element's text in those characters; for a short exponent without them, with `^` before it. `nil` for other
  /// texts, such as captions in small print that people write with `<sub>`.
  static func text(of element: HTMLElement) -> String? {
    let text = element.text
    guard !text.isEmpty, text.count <= 8 else { return nil }
    let isRaised = element.name == "sup"
    let mapped = text.compactMap { (isRaised ? raised : lowered)[$0] }
    if mapped.count == text.count { return String(mapped) }
    return isRaised && text.allSatisfy { $0.isLetter || $0.isNumber } ? "^" + text : nil
  }

  private static let raised = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"))
  private static let lowered = Dictionary(uniqueKeysWithValues: zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"))
}
