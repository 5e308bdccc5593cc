import Text

extension RichText {
  /// The blocks as an indented outline, one line a block or a line of code: what a body's structure is at a glance.
  ///
  /// Styles stand around a run as `*bold*`, `/italic/`, `` `code` ``, `~struck~`, `<key>`; a link as `{text 0}`, a line
  /// break as `⏎`.
  package var outline: String { Self.lines(of: blocks).joined(separator: "\n") }

  /// All text, without styles, one line a block.
  package var plainText: String { Self.lines(of: blocks, isPlain: true).joined(separator: "\n") }

  /// Every block at every depth.
  package var allBlocks: [Block] { blocks.flatMap(Self.allBlocks) }

  package var allRuns: [Run] {
    allBlocks.flatMap { block -> [Run] in
      switch block {
      case .paragraph(let runs), .heading(_, let runs): runs
      case .table(let rows, _, _): rows.flatMap { $0.flatMap { $0 } }
      default: []
      }
    }
  }

  private static func allBlocks(in block: Block) -> [Block] {
    switch block {
    case .quote(let blocks): [block] + blocks.flatMap(allBlocks)
    case .list(_, _, let items): [block] + items.flatMap { $0.flatMap(allBlocks) }
    default: [block]
    }
  }

  private static func lines(of blocks: [Block], isPlain: Bool = false) -> [String] {
    blocks.flatMap { block -> [String] in
      func inside(_ blocks: [Block]) -> [String] { lines(of: blocks, isPlain: isPlain) }
      func text(_ runs: [Run]) -> String { runs.map { isPlain ? $0.text.string : marked($0) }.joined() }
      switch block {
      case .paragraph(let runs): return [text(runs)]
      case .heading(let level, let runs): return [String(repeating: "#", count: level) + " " + text(runs)]
      case .code(let lines, _): return lines.map { (isPlain ? "" : "| ") + $0.string }
      case .quote(let blocks): return inside(blocks).map { "> " + $0 }
      case .list(let ordered, let start, let items):
        return items.enumerated().flatMap { offset, item in
          let mark = ordered ? "\(start + offset). " : "- "
          return inside(item).enumerated().map { ($0.offset == 0 ? mark : "  ") + $0.element }
        }
      case .table(let rows, let hasHead, _):
        return rows.enumerated().map { offset, row in
          (offset == 0 && hasHead ? "= " : "  ") + row.map(text).joined(separator: " ¦ ")
        }
      case .rule: return ["---"]
      }
    }
  }

  private static func marked(_ run: Run) -> String {
    var text = run.text.string
    for (style, open, close) in marks where run.style.contains(style) { text = open + text + close }
    if let link = run.link { text = "{\(text) \(link)}" }
    return run.style.contains(.lineBreak) ? text + "⏎" : text
  }

  private static let marks: [(RunStyle, String, String)] = [
    (.code, "`", "`"), (.key, "<", ">"), (.struckThrough, "~", "~"), (.italic, "/", "/"), (.bold, "*", "*"),
  ]
}
