/// A body as plain text, for programs: paragraphs in one line each, code with its white space.
extension RichText {
  public var plain: SafeText { Self.lines(of: blocks).joined(separator: "\n") }

  /// The blocks of code in order, each with its lines.
  public var codeBlocks: [[SafeText]] { Self.code(in: blocks) }

  private static func code(in blocks: [Block]) -> [[SafeText]] {
    blocks.flatMap { block -> [[SafeText]] in
      switch block {
      case .code(let lines, _): [lines]
      case .quote(let blocks): code(in: blocks)
      case .list(_, _, let items): items.flatMap { code(in: $0) }
      case .paragraph, .heading, .table, .rule: []
      }
    }
  }

  private static func lines(of blocks: [Block]) -> [SafeText] {
    Array(blocks.map(lines).joined(separator: [""]))
  }

  private static func lines(of block: Block) -> [SafeText] {
    switch block {
    case .paragraph(let runs), .heading(_, let runs): [text(of: runs)]
    case .code(let lines, _): lines
    case .quote(let blocks): lines(of: blocks).map { "> \($0)" }
    case .list(let isOrdered, let start, let items):
      items.enumerated().flatMap { index, item in
        lines(of: item).enumerated().map { line, text -> SafeText in
          line > 0 ? "  \(text)" : isOrdered ? "\(start + index). \(text)" : "- \(text)"
        }
      }
    case .table(let rows, _, _): rows.map { $0.map(text).joined(separator: " | ") }
    case .rule: ["---"]
    }
  }

  private static func text(of runs: [Run]) -> SafeText {
    runs.map { $0.style.contains(.lineBreak) ? "\($0.text)\n" : $0.text }.joined()
  }
}
