import Text

// Rich text as bytes. The numbers of cases and styles are part of the format and are never reused.

extension ByteWriter {
  /// The greatest depth of nested blocks; HTML is parsed to 48 levels.
  static let blockDepth = 64

  package mutating func write(_ text: SafeText) { write(text.string) }

  package mutating func write(_ text: RichText) throws(MalformedBytes) {
    write(text.links) { $0.write(KeptAddress.text($1.target.string)) }
    try write(text.blocks, depth: 0)
  }

  private mutating func write(_ blocks: [RichText.Block], depth: Int) throws(MalformedBytes) {
    guard depth < Self.blockDepth else { throw MalformedBytes() }
    write(count: blocks.count)
    for block in blocks { try write(block, depth: depth) }
  }

  private mutating func write(_ block: RichText.Block, depth: Int) throws(MalformedBytes) {
    switch block {
    case .paragraph(let runs):
      write(byte: 0)
      write(runs)
    case .heading(let level, let runs):
      write(byte: 1)
      write(level)
      write(runs)
    case .code(let lines, let language):
      write(byte: language == nil ? 2 : 7)
      if let language { write(language.rawValue) }
      write(lines) { $0.write($1) }
    case .quote(let blocks):
      write(byte: 3)
      try write(blocks, depth: depth + 1)
    case .list(let ordered, let start, let items):
      write(byte: 4)
      write(byte: ordered ? 1 : 0)
      write(start)
      write(count: items.count)
      for item in items { try write(item, depth: depth + 1) }
    case .table(let rows, let hasHead, let alignments):
      write(byte: 5)
      write(byte: hasHead ? 1 : 0)
      write(alignments) { $0.write(byte: $1.byte) }
      write(rows) { $0.write($1) { $0.write($1) } }
    case .rule:
      write(byte: 6)
    }
  }

  private mutating func write(_ runs: [RichText.Run]) {
    write(runs) {
      $0.write($1.text)
      $0.write(byte: $1.style.rawValue)
      $0.write(count: $1.link.map { $0 + 1 } ?? 0)
    }
  }
}

extension ByteReader {
  package mutating func safeText() throws(MalformedBytes) -> SafeText { SafeText(oneLine: try string()) }

  package mutating func richText() throws(MalformedBytes) -> RichText {
    let links = try array { reader throws(MalformedBytes) in
      let target = try reader.safeText()
      guard KeptAddress.isLink(target.string) else { throw MalformedBytes() }
      return RichText.Link(target)
    }
    return RichText(blocks: try blocks(depth: 0, links: links.count), links: links)
  }

  private mutating func blocks(depth: Int, links: Int) throws(MalformedBytes) -> [RichText.Block] {
    guard depth < ByteWriter.blockDepth else { throw MalformedBytes() }
    return try array { reader throws(MalformedBytes) in try reader.block(depth: depth, links: links) }
  }

  private mutating func block(depth: Int, links: Int) throws(MalformedBytes) -> RichText.Block {
    switch try byte() {
    case 0: return .paragraph(try runs(links))
    case 1:
      let level = try integer()
      guard (1...6).contains(level) else { throw MalformedBytes() }
      return .heading(level: level, try runs(links))
    case 2: return .code(try codeLines())
    case 3: return .quote(try blocks(depth: depth + 1, links: links))
    case 4:
      let ordered = try flag()
      let start = try integer()
      let items = try array { reader throws(MalformedBytes) in try reader.blocks(depth: depth + 1, links: links) }
      return .list(ordered: ordered, start: start, items: items)
    case 5:
      let hasHead = try flag()
      let alignments = try array { reader throws(MalformedBytes) in
        guard let alignment = RichText.Alignment(byte: try reader.byte()) else { throw MalformedBytes() }
        return alignment
      }
      let rows = try array { reader throws(MalformedBytes) in
        try reader.array { reader throws(MalformedBytes) in try reader.runs(links) }
      }
      return .table(rows: rows, hasHead: hasHead, alignments: alignments)
    case 6: return .rule
    case 7:
      guard let language = CodeLanguage(rawValue: try string()) else { throw MalformedBytes() }
      return .code(try codeLines(), language: language)
    default: throw MalformedBytes()
    }
  }

  private mutating func codeLines() throws(MalformedBytes) -> [SafeText] {
    try array { reader throws(MalformedBytes) in try reader.safeText() }
  }

  private mutating func runs(_ links: Int) throws(MalformedBytes) -> [RichText.Run] {
    try array { reader throws(MalformedBytes) in
      let text = try reader.safeText()
      let style = RichText.RunStyle(rawValue: try reader.byte())
      guard RichText.RunStyle.all.isSuperset(of: style) else { throw MalformedBytes() }
      // 0 means no link; otherwise the index of the link plus one.
      let link = try reader.unsigned()
      guard link <= links else { throw MalformedBytes() }
      return RichText.Run(text, style: style, link: link == 0 ? nil : Int(link) - 1)
    }
  }

  package mutating func flag() throws(MalformedBytes) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw MalformedBytes() }
    return byte == 1
  }
}

extension RichText.RunStyle {
  fileprivate static let all: Self = [.bold, .italic, .code, .struckThrough, .key, .lineBreak]
}

extension RichText.Alignment {
  fileprivate var byte: UInt8 {
    switch self {
    case .left: 0
    case .centre: 1
    case .right: 2
    }
  }

  fileprivate init?(byte: UInt8) {
    switch byte {
    case 0: self = .left
    case 1: self = .centre
    case 2: self = .right
    default: return nil
    }
  }
}
