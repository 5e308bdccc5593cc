import Text

extension TextLayout {
  /// A link or a block of code in a text.
  public enum Part: Sendable, Hashable {
    /// A link, by its number in the text.
    case link(Int)
    /// A block of code, by the number of those above it.
    case code(Int)
  }

  /// Returns the first link or block of code at or below a line; the last one above it if there is none.
  ///
  /// Only the line's block is laid out.
  ///
  /// - Parameter count: The number of sections in which it may be, from the first on.
  public func part(at place: Place, inSections count: Int) -> Part? {
    let line = anchor(of: place)
    var above: Part?
    var codes = 0
    for (number, section) in sections.prefix(count).enumerated() {
      for (index, block) in section.blocks.enumerated() {
        let key = BlockKey(section: number, block: index)
        if case .code(let lines, _) = block.content {
          // A long block of code is several of the layout's.
          if lines.startIndex == 0 { codes += 1 }
          above = .code(codes - 1)
          if key >= place.key { return above }
          continue
        }
        let links = section.links(in: block)
        guard let last = links.last else { continue }
        let run: Int = key < place.key ? .max : key == place.key ? block.run(of: line.glyph) : 0
        if let below = links.first(where: { $0.run >= run }) { return .link(below.number) }
        above = .link(last.number)
      }
    }
    return above
  }
}

extension TextSection {
  /// Returns the links of a block in the order of its text, each with the index of its run and its number.
  fileprivate func links(in block: TextBlock) -> [(run: Int, number: Int)] {
    switch block.content {
    case .inline(.runs(let runs, let links, _)):
      return links.links(of: runs)
    case .inline(.target):
      guard case .target(let number) = frames[block.frame].kind else { return [] }
      return [(0, number)]
    case .row(let table, let row):
      return tables[table].rows[row].flatMap { tables[table].links.links(of: $0) }
    case .inline, .code, .rule, .empty, .custom:
      return []
    }
  }
}

extension LinkedRuns {
  fileprivate func links(of runs: [RichText.Run]) -> [(run: Int, number: Int)] {
    runs.indices.compactMap { index in
      guard let link = runs[index].link, numbers.indices.contains(link) else { return nil }
      return (index, numbers[link])
    }
  }
}

extension TextBlock {
  /// Returns the index of the run of a paragraph that contains a glyph; 0 for other blocks.
  fileprivate func run(of glyph: Int) -> Int {
    guard glyph >= 0, case .inline(let inline) = content else { return 0 }
    var glyphs = InlineGlyphs(inline)
    for _ in 0...glyph { _ = glyphs.next() }
    return max(0, glyphs.runsBegun - 1)
  }
}
