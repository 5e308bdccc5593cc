import Text

/// The alignments of a table's columns. HTML aligns cells: the first aligned cell below the head decides for its column, and
/// if there is none, the head's cell.
struct ColumnAlignments {
  private var head: [RichText.Alignment?] = []
  private var body: [RichText.Alignment?] = []

  mutating func note(_ row: HTMLElement, _ cells: [HTMLElement], isHead: Bool) {
    let alignments = cells.map { $0.alignment ?? row.alignment }
    if isHead {
      head = alignments
    } else {
      let count = max(body.count, alignments.count)
      body = (0..<count).map { body[at: $0] ?? alignments[at: $0] }
    }
  }

  /// The alignments up to the last aligned column.
  var all: [RichText.Alignment] {
    var all = (0..<max(head.count, body.count)).map { body[at: $0] ?? head[at: $0] }
    while let last = all.last, last == nil { all.removeLast() }
    return all.map { $0 ?? .left }
  }
}

extension HTMLElement {
  /// The alignment of `align="right"` or `style="text-align: right"`; the style takes precedence.
  fileprivate var alignment: RichText.Alignment? {
    let style = attributes["style"].flatMap { $0.lowercased().firstMatch(of: /text-align\s*:\s*([a-z]+)/)?.output.1 }
    switch style.map(String.init) ?? attributes["align"]?.lowercased() {
    case "left", "start": return .left
    case "center": return .centre
    case "right", "end": return .right
    default: return nil
    }
  }
}

extension [RichText.Alignment?] {
  fileprivate subscript(at index: Int) -> RichText.Alignment? { indices.contains(index) ? self[index] : nil }
}
