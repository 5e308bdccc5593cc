extension CodeLexer {
  /// The bytes of a line, and the parts found so far.
  struct Scan {
    let bytes: [UInt8]
    var place = 0
    private(set) var spans: [CodeSpan] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Ends a part at the current place, or makes the one before longer if that is of the same kind.
    mutating func end(_ kind: CodeSpan.Kind) {
      guard place > (spans.last?.end ?? 0) else { return }
      if let last = spans.indices.last, spans[last].kind == kind {
        spans[last].end = place
      } else {
        spans.append(CodeSpan(kind, end: place))
      }
    }

    /// Returns whether the rest begins with a mark.
    func starts(_ mark: [UInt8]) -> Bool {
      guard mark.count <= bytes.count - place else { return false }
      for index in mark.indices where bytes[place + index] != mark[index] { return false }
      return true
    }

    func count(of byte: UInt8) -> Int { bytes[place...].prefix { $0 == byte }.count }

    mutating func passName(_ more: [UInt8]) {
      while place < bytes.count, isNamePart(bytes[place], more) { place += 1 }
    }

    private func isNamePart(_ byte: UInt8, _ more: [UInt8] = []) -> Bool {
      CodeLexer.isName(byte) || CodeLexer.isDigit(byte) || more.contains(byte)
    }

    /// Takes a number with its prefix, its exponent and its suffix: `0xFF`, `1_000`, `1.5e-3`, `10px`.
    mutating func takeNumber() {
      let isHex =
        place + 1 < bytes.count && bytes[place] == UInt8(ascii: "0") && bytes[place + 1] | 0x20 == UInt8(ascii: "x")
      while place < bytes.count {
        let byte = bytes[place]
        let isBeforeDigit = place + 1 < bytes.count && CodeLexer.isDigit(bytes[place + 1])
        if isBeforeDigit, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "'") {
          place += 1
        } else if isBeforeDigit, !isHex, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"),
          bytes[place - 1] | 0x20 == UInt8(ascii: "e")
        {
          place += 1
        } else if !isNamePart(byte) || byte >= 0x80 {
          break
        } else {
          place += 1
        }
      }
      end(.number)
    }

    /// Takes a key at the beginning of the line, and what is before it: `  - name:`.
    mutating func takeKey() {
      let start = bytes.firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") } ?? bytes.count
      let end = bytes[start...].firstIndex { !isNamePart($0, Array("-./".utf8)) } ?? bytes.count
      guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: ":"),
        end + 1 == bytes.count || bytes[end + 1] == UInt8(ascii: " ")
      else { return }
      place = start
      self.end(.plain)
      place = end
      self.end(.keyword)
    }

    var isBeforeColon: Bool { bytes[place...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":") }

    /// The end of a character in quotes that begins here; `nil` if there is none, such as after the `'` of a lifetime.
    var endOfCharacter: Int? {
      let content = place + 1
      guard content < bytes.count, bytes[content] != UInt8(ascii: "'") else { return nil }
      // An escape has at most the length of `\u{10FFFF}`; any other character at most four bytes.
      let isEscape = bytes[content] == UInt8(ascii: "\\")
      let length = isEscape ? 11 : bytes[content] < 0x80 ? 1 : 4
      let rest = bytes[content...].prefix(length + 1)
      return rest.dropFirst(isEscape ? 2 : 1).firstIndex(of: UInt8(ascii: "'")).map { $0 + 1 }
    }

    /// Returns the word after `<<` or `<<<` that ends a text on the following lines, and where it ends here.
    ///
    /// - Parameter signs: The number of `<`.
    func heredocWord(_ signs: Int) -> (name: [UInt8], end: Int)? {
      guard place == 0 || bytes[place - 1] != UInt8(ascii: "<"), count(of: UInt8(ascii: "<")) == signs else {
        return nil
      }
      var start = place + signs
      while start < bytes.count, Array("-~ '\"".utf8).contains(bytes[start]) { start += 1 }
      // Shifts are mostly by small letters or numbers.
      guard start < bytes.count, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start]) else { return nil }
      let name = bytes[start...].prefix(64).prefix { isNamePart($0) }
      var end = name.endIndex
      if end < bytes.count, Array("'\"".utf8).contains(bytes[end]) { end += 1 }
      return (Array(name), end)
    }

    /// Returns whether the line begins with the word that ends a text of several lines.
    func isEnd(ofHeredoc word: [UInt8]) -> Bool {
      let start = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
      let line = bytes[start...]
      guard line.starts(with: word) else { return false }
      return line.dropFirst(word.count).first.map { !isNamePart($0) } ?? true
    }
  }
}
