extension RichText {
  /// The text of the blocks without their form: an element for each paragraph, heading, item, cell and line of code.
  public var lines: [SafeText] {
    var lines: [SafeText] = []
    Self.add(blocks, to: &lines)
    return lines
  }

  private static func add(_ blocks: [Block], to lines: inout [SafeText]) {
    for block in blocks {
      switch block {
      case .paragraph(let runs), .heading(_, let runs): add(runs, to: &lines)
      case .code(let code, _): lines += code.filter { !$0.isEmpty }
      case .quote(let blocks): add(blocks, to: &lines)
      case .list(_, _, let items): for item in items { add(item, to: &lines) }
      case .table(let rows, _, _): for cell in rows.joined() { add(cell, to: &lines) }
      case .rule: break
      }
    }
  }

  private static func add(_ runs: [Run], to lines: inout [SafeText]) {
    // A line break ends a line without a blank.
    let text = runs.map { $0.style.contains(.lineBreak) ? $0.text + " " : $0.text }.joined()
    if !text.isEmpty { lines.append(text) }
  }
}
