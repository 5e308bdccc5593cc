import Foundation
import Text

extension RichText {
  /// Parses a question's or an answer's body.
  ///
  /// - Parameter base: The page of the body, against which relative links are resolved; without it they are text.
  public init(html: String, base: URL? = nil) {
    self.init(html: html, base: base, isReadable: HTMLTree.isAvailable)
  }

  init(html: String, base: URL?, isReadable: Bool) {
    var builder = RichTextBuilder(base: base)
    let blocks = builder.blocks(of: HTMLTree.nodes(of: html, isAvailable: isReadable))
    self.init(blocks: blocks, links: builder.links.targets)
  }

  /// Parses a question's body. What is missing to do so is said here, and not with each of its answers and comments.
  package init(question html: String, base: URL?, isReadable: Bool = HTMLTree.isAvailable) {
    self.init(html: html, base: base, isReadable: isReadable)
    if !isReadable { blocks.insert(.paragraph([Run(HTMLTree.absence, style: .italic)]), at: 0) }
  }
}

/// Converts an HTML tree to the blocks and runs of ``RichText``.
///
/// Known elements become their block or their style; unknown ones are transparent, so that no text is lost. Scripts, style
/// sheets and comments (Stack Exchange hides language hints in them) are removed.
struct RichTextBuilder {
  private(set) var links: LinkTable

  init(base: URL?) { links = LinkTable(base: base) }

  /// The content of one box so far: finished blocks and the current paragraph.
  private struct Flow {
    var blocks: [RichText.Block] = []
    var text = InlineText()

    mutating func endParagraph() {
      let runs = text.take()
      if !runs.isEmpty { blocks.append(.paragraph(runs)) }
    }

    mutating func add(_ block: RichText.Block) {
      endParagraph()
      blocks.append(block)
    }
  }

  mutating func blocks(of nodes: [HTMLNode], _ format: InlineText.Format = .init()) -> [RichText.Block] {
    var flow = Flow()
    walk(nodes, format, &flow)
    flow.endParagraph()
    return flow.blocks
  }

  private mutating func walk(_ nodes: [HTMLNode], _ format: InlineText.Format, _ flow: inout Flow) {
    for node in nodes {
      switch node {
      case .text(let text): flow.text.append(text, format)
      case .element(let element): visit(element, format, &flow)
      }
    }
  }

  private mutating func visit(_ element: HTMLElement, _ format: InlineText.Format, _ flow: inout Flow) {
    switch element.name {
    case "script", "style", "template", "head", "title":
      break
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let runs = self.runs(of: element.children, format)
      let level = element.name.last?.wholeNumberValue ?? 1
      if !runs.isEmpty { flow.add(.heading(level: level, runs)) }
    case "pre", "listing", "xmp":
      flow.add(.code(Self.codeLines(of: element), language: Self.language(of: element)))
    case "blockquote":
      let label: [RichText.Block] = element.hasClass("spoiler") ? [.paragraph([.init("Spoiler", style: .bold)])] : []
      let quoted = blocks(of: element.children, format)
      if !quoted.isEmpty { flow.add(.quote(label + quoted)) }
    case "ul", "ol", "menu", "dir":
      addList(element, format, &flow)
    case "dl":
      addDefinitions(element, format, &flow)
    case "table":
      addTable(element, format, &flow)
    case "hr":
      flow.add(.rule)
    case _ where Self.boxes.contains(element.name):
      flow.endParagraph()
      walk(element.children, format, &flow)
      flow.endParagraph()
    default:
      visitInline(element, format, &flow)
    }
  }

  /// Elements that start and end a paragraph and have no other effect here.
  private static let boxes: Set<String> = [
    "p", "div", "section", "article", "main", "header", "footer", "aside", "nav", "figure", "figcaption", "details",
    "summary", "form", "fieldset", "address", "center", "html", "body", "li", "dt", "dd", "tr", "caption",
  ]

  private mutating func visitInline(_ element: HTMLElement, _ format: InlineText.Format, _ flow: inout Flow) {
    var format = format
    switch element.name {
    case "br":
      flow.text.breakLine()
    case "img":
      let description = (element.attributes["alt"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      format.link = format.link ?? element.attributes["src"].flatMap { links.index(of: $0) }
      flow.text.append(description.isEmpty ? "[image]" : "[image: \(description)]", format)
    case "sup", "sub":
      if let script = ScriptText.text(of: element) {
        flow.text.append(script, format)
      } else {
        walk(element.children, format, &flow)
      }
    case "a":
      format.link = element.attributes["href"].flatMap { links.index(of: $0) } ?? format.link
      walk(element.children, format, &flow)
    default:
      if let style = Self.styles[element.name] { format.style.formUnion(style) }
      walk(element.children, format, &flow)
    }
  }

  private static let styles: [String: RichText.RunStyle] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "cite": .italic, "var": .italic, "dfn": .italic,
    "code": .code, "tt": .code, "samp": .code, "kbd": .key,
    "s": .struckThrough, "strike": .struckThrough, "del": .struckThrough,
  ]

  /// Returns the lines of code unchanged, without empty ones at the end.
  private static func codeLines(of element: HTMLElement) -> [SafeText] {
    var lines = SafeText.lines(of: element.text)
    while lines.last?.string.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
    return lines
  }

  /// Returns the language that the classes of preformatted text, or of the code in it, name.
  private static func language(of element: HTMLElement) -> CodeLanguage? {
    let elements = [element] + element.children.compactMap(\.element).filter { $0.name == "code" }
    return elements.lazy.compactMap { $0.attributes["class"].flatMap { CodeLanguage(classes: $0) } }.first
  }

  private mutating func addList(_ list: HTMLElement, _ format: InlineText.Format, _ flow: inout Flow) {
    var items: [[RichText.Block]] = []
    for child in list.children {
      let isItem = child.element?.name == "li"
      let content = blocks(of: isItem ? child.element?.children ?? [] : [child], format)
      // A child that is not an item, such as a list directly inside a list, belongs to the item before it.
      if !isItem, let last = items.indices.last {
        items[last] += content
      } else if isItem || !content.isEmpty {
        items.append(content)
      }
    }
    guard !items.isEmpty else { return }
    let start = list.attributes["start"].flatMap { Int32($0) }.map(Int.init) ?? 1
    flow.add(.list(ordered: list.name == "ol", start: start, items: items))
  }

  /// Adds a definition list: a term in bold, with its definition as an item below it.
  private mutating func addDefinitions(_ list: HTMLElement, _ format: InlineText.Format, _ flow: inout Flow) {
    var bold = format
    bold.style.formUnion(.bold)
    for case .element(let element) in list.children {
      switch element.name {
      case "dt":
        let term = runs(of: element.children, bold)
        if !term.isEmpty { flow.add(.paragraph(term)) }
      case "dd":
        flow.add(.list(ordered: false, start: 1, items: [blocks(of: element.children, format)]))
      default:
        walk([.element(element)], format, &flow)
      }
    }
  }

  private mutating func addTable(_ table: HTMLElement, _ format: InlineText.Format, _ flow: inout Flow) {
    var rows: [[[RichText.Run]]] = []
    var hasHead = false
    var alignments = ColumnAlignments()
    for row in Self.rows(of: table) {
      let cells = row.children.compactMap(\.element).filter { $0.name == "td" || $0.name == "th" }
      guard !cells.isEmpty else { continue }
      if rows.isEmpty { hasHead = cells.allSatisfy { $0.name == "th" } }
      alignments.note(row, cells, isHead: hasHead && rows.isEmpty)
      rows.append(cells.map { runs(of: $0.children, format) })
    }
    if rows.isEmpty {
      flow.endParagraph()
      walk(table.children, format, &flow)
      flow.endParagraph()
    } else {
      flow.add(.table(rows: rows, hasHead: hasHead, alignments: alignments.all))
    }
  }

  /// Returns the rows of a table, without those of nested tables.
  private static func rows(of element: HTMLElement) -> [HTMLElement] {
    element.children.compactMap(\.element).flatMap { child -> [HTMLElement] in
      switch child.name {
      case "tr": [child]
      case "thead", "tbody", "tfoot": rows(of: child)
      default: []
      }
    }
  }

  /// Returns the content of a heading or a table cell: only runs, with blocks on lines of their own.
  private mutating func runs(of nodes: [HTMLNode], _ format: InlineText.Format) -> [RichText.Run] {
    FlatText.runs(of: blocks(of: nodes, format))
  }
}
