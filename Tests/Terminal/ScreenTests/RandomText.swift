import Text

/// Bodies by chance, the same for each seed. The generator is SplitMix64 (Steele, Lea and Flood, 2014).
struct RandomText {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func number(below end: Int) -> Int { Int(next() % UInt64(end)) }

  private static let words: [SafeText] = [
    "a", "main", "thread,", "isolated.", "東京都庁舎", "並行", "Łódź", "é", "e\u{301}te",
    "a/long-path_of.several/parts?x=1&y",
    "averyveryverylongwordwithoutanysignatwhichitmightbreak", "  ", "👩‍👩‍👧", "",
  ]

  mutating func runs(_ count: Int, links: Int = 0) -> [RichText.Run] {
    (0..<count).map { _ in
      let words = (0..<number(below: 5)).map { _ in Self.words[number(below: Self.words.count)] }
      let style = RichText.RunStyle(rawValue: number(below: 3) == 0 ? UInt8(1 << number(below: 6)) : 0)
      let link = links > 0 && number(below: 3) == 0 ? number(below: links) : nil
      return RichText.Run(words.joined(separator: " ") + (number(below: 2) == 0 ? " " : ""), style: style, link: link)
    }
  }

  mutating func body() -> RichText {
    let targets: [SafeText] = [
      "https://a.example/x", "https://b.example/a-long-path/of-parts", "https://a.example/x", "mailto:x@y.example",
    ]
    return RichText(
      blocks: blocks(depth: 0, links: targets.count), links: targets.map { RichText.Link($0) })
  }

  private mutating func blocks(depth: Int, links: Int) -> [RichText.Block] {
    (0..<number(below: depth == 0 ? 9 : 4)).map { _ in block(depth: depth, links: links) }
  }

  private mutating func block(depth: Int, links: Int) -> RichText.Block {
    switch number(below: depth < 3 ? 9 : 5) {
    case 0: return .heading(level: 1 + number(below: 6), runs(3, links: links))
    case 1:
      let lines = (0..<number(below: 4) * 40).map { _ in Self.words[number(below: Self.words.count)] }
      return .code(lines)
    case 2: return .rule
    case 3, 4: return .paragraph(runs(number(below: 40), links: links))
    case 5: return .quote(blocks(depth: depth + 1, links: links))
    case 6, 7:
      let items = (0..<number(below: 5)).map { _ in blocks(depth: depth + 1, links: links) }
      return .list(ordered: number(below: 2) == 0, start: number(below: 200), items: items)
    default:
      let rows = (0..<number(below: 5)).map { _ in (0..<number(below: 5)).map { _ in runs(2, links: links) } }
      return .table(rows: rows, hasHead: number(below: 2) == 0, alignments: [.left, .right, .centre])
    }
  }
}

/// Bodies of a megabyte.
enum LongText: CaseIterable {
  case paragraphs, paragraph, code, list, table, quote

  private static let sentence: SafeText = "An actor runs one task at a time, and a task that waits lets another in. "

  var body: RichText {
    func text(_ sentences: Int) -> RichText.Block {
      .paragraph([.init(SafeText(oneLine: String(repeating: Self.sentence.string, count: sentences)))])
    }
    let size = 1_000_000 / Self.sentence.string.utf8.count
    let block: [RichText.Block] =
      switch self {
      case .paragraphs: Array(repeating: text(8), count: size / 8)
      case .paragraph: [text(size)]
      case .code: [.code(Array(repeating: Self.sentence, count: size))]
      case .list: [.list(ordered: true, start: 1, items: Array(repeating: [text(1)], count: size))]
      case .table:
        [.table(rows: Array(repeating: [[.init("a cell")], [.init("another one")]], count: size), hasHead: true)]
      case .quote:
        (0..<20).reduce(Array(repeating: text(4), count: size / 4)) { blocks, _ in [.quote(blocks)] }
      }
    return RichText(blocks: block)
  }
}
