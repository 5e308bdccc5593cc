extension RichText {
  /// The text in Markdown (CommonMark, with GitHub's tables), for programs: unwrapped lines, and inline links. Special
  /// characters of the text are not escaped, except where they would take all that follows.
  public var markdown: String { Self.lines(of: blocks, links: links).joined(separator: "\n") }

  private static func lines(of blocks: [Block], links: [Link], isTight: Bool = false) -> [String] {
    var result: [String] = []
    for block in blocks {
      if !result.isEmpty, !isTight { result.append("") }
      result += lines(of: block, links: links)
    }
    return result
  }

  private static func lines(of block: Block, links: [Link]) -> [String] {
    switch block {
    case .paragraph(let runs): return text(of: runs, links: links).split("\n").map(MarkdownText.paragraphLine)
    case .heading(let level, let runs):
      return [String(repeating: "#", count: level) + " " + text(of: runs, links: links).replacing("\n", with: " ")]
    case .code(let code, _): return MarkdownText.code(code)
    case .quote(let blocks):
      return lines(of: blocks, links: links).map { $0.isEmpty ? ">" : "> " + $0 }
    case .list(let ordered, let start, let items):
      return items.enumerated().flatMap { index, item in
        let label = ordered ? "\(start + index). " : "- "
        let air = String(repeating: " ", count: label.count)
        let lines = lines(of: item, links: links, isTight: item.count <= 2)
        return (lines.isEmpty ? [""] : lines).enumerated().map { line, text in
          line == 0 ? label + text : text.isEmpty ? "" : air + text
        }
      }
    case .table(let rows, let hasHead, _):
      let lines = rows.map { row in
        "| " + row.map { text(of: $0, links: links).replacing("\n", with: " ") }.joined(separator: " | ") + " |"
      }
      guard hasHead, let head = lines.first, let columns = rows.first?.count else { return lines }
      return [head, "|" + String(repeating: " --- |", count: columns)] + lines.dropFirst()
    case .rule: return ["---"]
    }
  }

  private static func text(of runs: [Run], links: [Link]) -> String {
    var result = ""
    for (index, run) in runs.enumerated() {
      let link = run.link.flatMap { links.indices.contains($0) ? $0 : nil }
      if let link, index == 0 || runs[index - 1].link != link { result += "[" }
      result += run.marked
      let next = index + 1 < runs.count ? runs[index + 1].link : nil
      if let link, next != link { result += "](\(links[link].target.string))" }
      if run.style.contains(.lineBreak) { result += "\n" }
    }
    return result
  }
}

extension RichText.Run {
  fileprivate var marked: String {
    var result = text.string
    if result.isEmpty { return result }
    if style.contains(.code) { result = "`\(result)`" }
    if style.contains(.key) { result = "[\(result)]" }
    if style.contains(.struckThrough) { result = "~~\(result)~~" }
    if style.contains(.italic) { result = "*\(result)*" }
    if style.contains(.bold) { result = "**\(result)**" }
    return result
  }
}

extension String {
  fileprivate func split(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
