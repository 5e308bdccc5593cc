import Clients
import Edits
import Foundation
import Text

/// An answer of `action=compare`, used for wikis without `rest.php` (https://www.mediawiki.org/wiki/API:Compare).
struct ComparedPage: Decodable, Sendable {
  /// The rows of an HTML table.
  var body: String

  private enum Key: CodingKey {
    case compare
  }

  private enum BodyKey: CodingKey {
    case body
  }

  init(from decoder: any Decoder) throws {
    body = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: BodyKey.self, forKey: .compare)
      .required(.body, .page)
  }
}

extension EditDiff {
  /// Reads the rows of the table that browsers get, with line numbers in English.
  ///
  /// A changed line appears twice, because the old and new words are on different sides. Source:
  /// wikimedia/mediawiki-php-wikidiff2 src/lib/TableFormatter.cpp.
  init(table rows: String) {
    var reader = TableReader()
    let table = HTMLTree.nodes(of: "<table>\(rows)</table>")
    for row in table.flatMap({ $0.all(named: "tr") }) { reader.read(row) }
    self.init(
      hunks: reader.hunks.filter { !$0.lines.isEmpty }, linesLeftOut: max(0, reader.lineCount - Self.lineLimit))
  }
}

/// Reads the rows of a table of differences.
private struct TableReader {
  private(set) var hunks: [EditDiff.Hunk] = []
  private(set) var lineCount = 0
  /// The numbers of the next line on each side.
  private var old = 1
  private var new = 1

  mutating func read(_ row: HTMLElement) {
    let cells = row.children.compactMap(\.element).filter { $0.name == "td" }
    let numbers = cells.filter { $0.hasClass("diff-lineno") }
    if numbers.count == 2 {
      (old, new) = (Self.number(in: numbers[0]) ?? old, Self.number(in: numbers[1]) ?? new)
      hunks.append(EditDiff.Hunk(lines: []))
      return
    }
    let wasMoved = !row.children.flatMap({ $0.all(named: "a") }).filter { link in
      link.hasClass("mw-diff-movedpara-left") || link.hasClass("mw-diff-movedpara-right")
    }.isEmpty
    if let context = cells.first(where: { $0.hasClass("diff-context") }) {
      add(.context, old: old, new: new, context)
      (old, new) = (old + 1, new + 1)
      return
    }
    if let removed = cells.first(where: { $0.hasClass("diff-deletedline") }) {
      add(wasMoved ? .movedAway(to: nil) : .removed, old: old, new: nil, removed)
      old += 1
    }
    if let added = cells.first(where: { $0.hasClass("diff-addedline") }) {
      add(wasMoved ? .movedHere(from: nil) : .added, old: nil, new: new, added)
      new += 1
    }
  }

  private mutating func add(_ kind: EditDiff.Line.Kind, old: Int?, new: Int?, _ cell: HTMLElement) {
    lineCount += 1
    guard lineCount <= EditDiff.lineLimit else { return }
    if hunks.isEmpty { hunks.append(EditDiff.Hunk(lines: [])) }
    let line = EditDiff.Line(kind, old: old, new: new, Self.pieces(of: .element(cell), .same))
    hunks[hunks.count - 1].lines.append(line)
  }

  /// The number in `Line 1,204:`.
  private static func number(in cell: HTMLElement) -> Int? {
    Int(cell.text.unicodeScalars.filter { ("0"..."9").contains($0) }.map(String.init).joined())
      .flatMap { (1...1 << 31).contains($0) ? $0 : nil }
  }

  /// The text of a cell, without the formatting around it.
  private static func pieces(of node: HTMLNode, _ mark: EditDiff.Piece.Mark) -> [EditDiff.Piece] {
    switch node {
    case .text(let text): return text.isEmpty ? [] : [EditDiff.Piece(SafeText(oneLine: text), mark)]
    case .element(let element):
      switch element.name {
      case "br": return []
      case "ins": return element.children.flatMap { pieces(of: $0, .added) }
      case "del": return element.children.flatMap { pieces(of: $0, .removed) }
      // The text is in a `div` of its own; anything beside it only formats the table.
      case "td":
        let division = element.children.compactMap(\.element).first { $0.name == "div" }
        return division.map { $0.children.flatMap { pieces(of: $0, mark) } } ?? []
      default: return element.children.flatMap { pieces(of: $0, mark) }
      }
    }
  }
}

extension HTMLNode {
  /// The elements with a name: this one and those within it, but not those nested in another match.
  fileprivate func all(named name: String) -> [HTMLElement] {
    guard let element else { return [] }
    return element.name == name ? [element] : element.children.flatMap { $0.all(named: name) }
  }
}
