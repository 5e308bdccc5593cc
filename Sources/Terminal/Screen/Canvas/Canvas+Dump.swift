import Text

extension Canvas {
  /// The current part as text, one line for each row, without trailing spaces. Tests compare it.
  public var text: String {
    (0..<height).map { y in
      var line = ""
      for x in 0..<width {
        let cell = self[x: x, y: y]
        if cell.width > 0 { line += cell.glyph.string }
      }
      while line.ends(with: " ") { line.removeLast() }
      return line
    }
    .joined(separator: "\n")
  }

  /// The styles as text: one letter for each cell, `.` for plain, then a line for each letter that says which style it is.
  ///
  ///     ..aaa
  ///     a: 6 bold
  public var styles: String {
    var letters: [Style: Character] = [.plain: "."]
    var legend: [String] = []
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var lines: [String] = []
    for y in 0..<height {
      var line = ""
      for x in 0..<width {
        let style = self[x: x, y: y].style
        if letters[style] == nil {
          let letter = legend.count < alphabet.count ? alphabet[legend.count] : "?"
          letters[style] = letter
          legend.append("\(letter): \(style.summary)")
        }
        line.append(letters[style] ?? "?")
      }
      while line.ends(with: ".") { line.removeLast() }
      lines.append(line)
    }
    return (lines + legend).joined(separator: "\n")
  }
}

extension Style {
  /// A short description of the style: `6 on 0 bold`.
  var summary: String {
    var words: [String] = []
    if let foreground { words.append("\(foreground)") }
    if let background { words.append("on \(background)") }
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.reverse, "reverse"), (.underline, "underline"), (.italic, "italic"),
      (.struck, "struck"),
    ]
    for (attribute, name) in names where attributes.contains(attribute) { words.append(name) }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
